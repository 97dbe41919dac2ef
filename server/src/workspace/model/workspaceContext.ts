import type { ApiSurface } from '../../catalog/surface.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { Rendering } from '../../helm/rendered.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import type { OldObjects } from '../../update/oldObjects.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import type { AddedToFile } from './addedToFile.ts';

/**
 * What the model of a workspace stands on: what its files do not say by themselves. Every shell gives all of it; shells
 * differ in who asks, never in what a file is judged with.
 */
export interface WorkspaceContext {
  /** The folder that files are named from. */
  readonly cwd: string;
  /** The folders that are looked through, absolute, each before those that are in it: what is in no repository belongs to them. */
  readonly searched: readonly string[];
  /** The day, `YYYY-MM-DD`, by which comments ignore findings. */
  today(): string;
  /** The targets and severities of a file; undefined where its configuration is refused. The same array of targets for the same settings. */
  settingsOf(path: string): FileSettings | undefined;
  /** The CustomResourceDefinitions of the workspace, if it has any; another object once there are others. */
  definitions(): DefinitionSource | undefined;
  /** The releases of built-in sets that files of the workspace say are installed; another array once there are others. */
  installations(): readonly Installation[];
  /**
   * The files of values, absolute, that a chart gets besides its own, by its Chart.yaml; undefined for a chart that nobody
   * asks about: a sub-chart that is named by itself is judged whatever its parent's values are.
   */
  helmValuesOf(chartYaml: string): readonly string[] | undefined;
  /** The text of a file where that is not what lies on the disk: an editor has it open, or it came through standard input. */
  openText(path: string): string | undefined;
  /** What became of a file when its chart was rendered; undefined where it was not, or from another text. */
  renderingsOf(path: string, surfaces: readonly ApiSurface[], text: () => string): readonly Rendering[] | undefined;
  /** What the values of a chart leave out is shown as well, judged as it stands. */
  readonly showsUnrendered: boolean;
  /** What builds of kustomizations have found in a file, each for the text that it had. */
  buildsOf(path: string): readonly AddedToFile[];
  /** The stored objects that are updated; undefined where creates are judged. */
  readonly stored: OldObjects | undefined;
  /** What the CustomResourceDefinitions of a file were before. */
  earlierOf(path: string): OldObjects | undefined;
  /** What kubectl noted as applied last, in annotations, is judged as well. */
  readonly lastApplied: boolean;
}
