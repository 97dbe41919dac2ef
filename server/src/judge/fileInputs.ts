import type { ApiSurface } from '../catalog/surface.ts';
import type { SeverityPolicy } from '../config/severity.ts';
import type { ChartTemplates } from '../helm/chart.ts';
import type { Rendering } from '../helm/rendered.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import type { InstallPlace } from '../sources/installed/linkInstallations.ts';
import type { CrdSetChoice } from '../targets/crds.ts';
import type { OldObjects } from '../update/oldObjects.ts';
import type { BuildResultsOfText } from './addedFinding.ts';

/** The releases of a built-in set of CustomResourceDefinitions that files of the workspace say are installed. */
export interface ReleaseCandidates {
  readonly set: string;
  readonly releases: readonly CrdSetChoice[];
  /** It may also be one that nobody can tell. */
  readonly isOpen: boolean;
  /** Where they were taken from, in the order of the files. */
  readonly from: readonly InstallPlace[];
}

/**
 * Everything that a file is judged, fixed, converted, compared and planned with, besides its text. Only
 * `workspace/model/` makes it for files of a workspace, so that whoever asks gets the same answer.
 */
export interface FileInputs {
  /**
   * Absolute: where a file lies decides which of several definitions of a custom kind is meant. Undefined for a text that
   * lies nowhere.
   */
  readonly path: string | undefined;
  /** As reports name it, with `/`; some files are told by their name alone, such as `kustomization.yaml`. */
  readonly file: string;
  /** The targets, with the CustomResourceDefinitions of the workspace. The same array for files with the same settings. */
  readonly surfaces: readonly ApiSurface[];
  readonly severity: SeverityPolicy;
  /** The releases of built-in sets that the workspace's files name for where this one lies; the targets have them where it can be no other. */
  readonly releases: readonly ReleaseCandidates[];
  /** What the files around it say of it. */
  readonly context: FileContext;
  /** The Helm chart that the file is a template of: it is judged as far as it is certain without rendering it. */
  readonly chart: ChartTemplates | undefined;
  /** Why Helm leaves the file out, a sentence; undefined where it does not. */
  readonly off: string | undefined;
  /** What became of the file when its chart was rendered, one entry a target; undefined where it was not. */
  readonly rendered: readonly Rendering[] | undefined;
  /** What the values of the chart leave out is shown as well, judged as it stands. */
  readonly showsUnrendered: boolean;
  /** What builds of kustomizations say of the file as long as it has this text. */
  readonly built: (text: string) => BuildResultsOfText;
  /** The stored objects that are updated; undefined where creates are judged. */
  readonly stored: OldObjects | undefined;
  /** What CustomResourceDefinitions were before; undefined where nothing is known of that. */
  readonly earlier: OldObjects | undefined;
  /** What kubectl noted as applied last, in annotations, is judged as well. */
  readonly lastApplied: boolean;
  /** The day, `YYYY-MM-DD`, by which comments ignore findings. */
  readonly today: string;
}

/** The inputs of a file that is judged as it stands, whatever builds make of it. */
export function asItStands(inputs: FileInputs): FileInputs {
  return { ...inputs, context: { ...inputs.context, builds: () => [] } };
}

/** The same for a file that a kustomization elsewhere in the repository takes as a patch; else the very inputs. */
export function namedElsewhere(inputs: FileInputs): FileInputs {
  const { context } = inputs;
  const part = context.patch === undefined ? context.elsewhere() : undefined;
  return part === undefined ? inputs : { ...inputs, context: { ...context, ...part } };
}
