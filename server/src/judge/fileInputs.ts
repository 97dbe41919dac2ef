import type { ApiSurface } from '../catalog/surface.ts';
import type { SeverityPolicy } from '../config/severity.ts';
import type { ChartTemplates } from '../helm/chart.ts';
import type { Rendering } from '../helm/rendered.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import type { InstalledAddon } from '../sources/installed/installedAddons.ts';
import type { InstallOrigin } from '../sources/installed/linkInstallations.ts';
import type { CrdSetChoice } from '../targets/crds.ts';
import type { OldObjects } from '../update/oldObjects.ts';
import type { Writer } from '../update/writer.ts';
import type { BuildResultsOfText } from './addedFinding.ts';

/** The releases of a built-in set of CustomResourceDefinitions that files of the workspace install. */
export interface ReleaseCandidates {
  readonly set: string;
  readonly releases: readonly CrdSetChoice[];
  /** Whether a release outside this list is possible. */
  readonly isOpen: boolean;
  /** The files that name them, in order. */
  readonly from: readonly InstallOrigin[];
}

/**
 * Everything besides its text that the findings, fixes, conversions and plans of a file depend on. For workspace files,
 * only `workspace/model/` makes it, so that every caller gets the same answer.
 */
export interface FileInputs {
  /**
   * Absolute: the location decides which of several definitions of a custom kind applies. Undefined for a text without
   * a location.
   */
  readonly path: string | undefined;
  /** The name used in reports, with `/`. Some file types are recognised by name alone, such as `kustomization.yaml`. */
  readonly file: string;
  /** The targets, with the CustomResourceDefinitions of the workspace. The same array for files with the same settings. */
  readonly surfaces: readonly ApiSurface[];
  readonly severity: SeverityPolicy;
  /**
   * The releases of built-in sets that workspace files name for this location. The targets include them where they are
   * unambiguous.
   */
  readonly releases: readonly ReleaseCandidates[];
  /** The add-ons whose versions the file contains. */
  readonly addons: readonly InstalledAddon[];
  /** The facts about this file in kustomizations, charts and other files. */
  readonly context: FileContext;
  /** The Helm chart of this template. The unrendered template is judged as far as results are certain. */
  readonly chart: ChartTemplates | undefined;
  /** Why Helm skips the file, a sentence; undefined if it does not. */
  readonly off: string | undefined;
  /** The rendered documents of the file, one entry per target; undefined if its chart was not rendered. */
  readonly rendered: readonly Rendering[] | undefined;
  /** Whether documents that the chart's values disable are shown as well, judged unrendered. */
  readonly showsUnrendered: boolean;
  /** The results of kustomization builds while the file has this text. */
  readonly built: (text: string) => BuildResultsOfText;
  /** Who writes the objects of the file; undefined if unknown. */
  readonly writer: Writer | undefined;
  /** The stored objects to update; undefined to judge creates. */
  readonly stored: OldObjects | undefined;
  /** Earlier versions of CustomResourceDefinitions; undefined if unknown. */
  readonly earlier: OldObjects | undefined;
  /** Whether kubectl's last-applied annotations are judged as well. */
  readonly lastApplied: boolean;
  /** Today, `YYYY-MM-DD`, for suppression comments with an end date. */
  readonly today: string;
}

/** The inputs of a file that is judged as written, without the changes of builds. */
export function inputsAsWritten(inputs: FileInputs): FileInputs {
  return { ...inputs, context: { ...inputs.context, builds: () => [] } };
}

/**
 * The inputs of a file that a kustomization elsewhere in the repository uses as a patch; otherwise the unchanged
 * inputs.
 */
export function inputsOfPatchElsewhere(inputs: FileInputs): FileInputs {
  const { context } = inputs;
  const part = context.patch === undefined ? context.elsewhere() : undefined;
  return part === undefined ? inputs : { ...inputs, context: { ...context, ...part } };
}
