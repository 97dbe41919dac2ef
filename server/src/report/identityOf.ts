import type { Resource } from '../manifest/manifest.ts';

/** Which resource of which file a row of a machine-readable report is about. */
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
