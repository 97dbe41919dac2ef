import type { Resource } from '../manifest/manifest.ts';

/** The file and resource of a row in a machine-readable report. */
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
