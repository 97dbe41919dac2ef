import type { ApiSurface } from '../../catalog/surface.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { Rendering } from '../../helm/rendered.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import type { ChartInstaller } from '../../targets/templateCommand.ts';
import type { OldObjects } from '../../update/oldObjects.ts';
import type { Writer } from '../../update/writer.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import type { AddedToFile } from './addedToFile.ts';

/**
 * The inputs of the workspace model besides its files. Every shell provides all of it; shells differ in the caller,
 * never in the inputs of a file.
 */
export interface WorkspaceContext {
  /** The folder that files are named from. */
  readonly cwd: string;
  /** The searched folders, absolute, parents before children: files outside repositories belong to them. */
  readonly searched: readonly string[];
  /** Today, `YYYY-MM-DD`, for suppression comments with an end date. */
  today(): string;
  /** The targets and severities of a file; undefined if its configuration is refused. The same array of targets for the same settings. */
  settingsOf(path: string): FileSettings | undefined;
  /** The files of the workspace that may have CustomResourceDefinitions, or objects that admission depends on. */
  definitionFiles(): readonly DefinitionFile[];
  /** The definitions of these files, with those from elsewhere. */
  withOthers(source: DefinitionSource): DefinitionSource;
  /** The releases of built-in sets that workspace files install. */
  installations(): readonly Installation[];
  /**
   * The absolute paths of a chart's additional values files, by its Chart.yaml; undefined for an unknown chart: a
   * sub-chart named directly is judged regardless of its parent's values.
   */
  helmValuesOf(chartYaml: string): readonly string[] | undefined;
  /** Who installs a chart, as far as the workspace says. @param folder the absolute chart folder. */
  installersOf(folder: string): readonly ChartInstaller[];
  /** The text of a file that came through standard input. */
  givenText(path: string): string | undefined;
  /** The renderings of a file; undefined if its chart was not rendered, or from another text. */
  renderingsOf(path: string, surfaces: readonly ApiSurface[], text: () => string): readonly Rendering[] | undefined;
  /** Whether documents that the chart's values disable are shown as well, judged unrendered. */
  readonly showsUnrendered: boolean;
  /** The build findings in a file, each for a given text. */
  buildsOf(path: string): readonly AddedToFile[];
  /** Who writes the objects of a file; undefined if unknown. */
  writerOf(path: string): Writer | undefined;
  /** The stored objects that a file updates as it is written; undefined where creates are judged. */
  storedOf(path: string): OldObjects | undefined;
  /** The stored objects that the output of a build or chart updates, by a file of it. */
  storedOfOutput(path: string): OldObjects | undefined;
  /** The earlier versions of a file's CustomResourceDefinitions. */
  earlierOf(path: string): OldObjects | undefined;
  /** Whether kubectl's last-applied annotations are judged as well. */
  readonly lastApplied: boolean;
}
