import type { Resource } from '../manifest/manifest.ts';

/** The properties that identify a resource in the JSON of `plan` and `diff`. */
export function identityOf(file: string, { document, item, apiVersion, kind, namespace, name }: Resource) {
  return {
    file,
    document,
    ...(item === undefined ? {} : { item }),
    apiVersion,
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  };
}
