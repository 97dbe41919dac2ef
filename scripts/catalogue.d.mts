/** The package's name. */
export const cataloguePackage: string;

/** The version of a catalogue: its format, the newest minor of Kubernetes in it, and a day. */
export function catalogueVersion(
  pack: { readonly format: number; readonly newest: number },
  epoch: number | string,
): string;

/** Packs the catalogue in a folder; gives its version and the path of the archive. */
export function packCatalogue(
  data: string,
  archive: (version: string) => string,
  epoch: number | string,
  repository?: string,
): Promise<{ readonly version: string; readonly path: string }>;
