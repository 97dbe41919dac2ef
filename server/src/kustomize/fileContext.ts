import type { Assembled } from './assembled.ts';
import type { PatchTarget } from './patches.ts';

/** Stands for every one among the names of CustomResourceDefinitions. */
export const everyDefinition = '*';

/** A file inside an archive. */
export interface PackedFile {
  /** From the folder of the file that stands for it on, through the archive, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** What the files around a file say of it. */
export interface FileContext {
  /** The absolute path of the file: where it lies decides which of several definitions of a custom kind is meant. */
  readonly place?: string;
  /** A kustomization names the file as a patch; with the target that it gives it. */
  readonly patch?: { readonly target: PatchTarget | undefined };
  /** The entry of the kustomization that names the file as a patch or for its replacements: `patches[0]`. */
  readonly entry?: string;
  /** For a kustomization: all files and folders that it names are there, so that it can be built. */
  readonly buildable?: boolean;
  /** For a kustomization: the files and folders that it names and that are not there, as it names them. */
  readonly absentFiles?: readonly string[];
  /**
   * The names of the CustomResourceDefinitions that patches of a kustomization which names the file give a conversion
   * webhook; {@link everyDefinition} for patches that may go to any.
   */
  readonly webhooks?: readonly string[];
  /**
   * For a kustomization, and for a file that it takes patches or replacements from: what it puts together. Worked out
   * when it is asked for; undefined where that cannot be said.
   */
  readonly assembled?: () => Assembled | undefined;
  /** For a Chart.yaml: the charts that it depends on and that are not there, by their names. */
  readonly absentCharts?: readonly string[];
  /** For a Chart.yaml: the files in `crds/` of the packed charts beside it. */
  readonly packedFiles?: readonly PackedFile[];
}
