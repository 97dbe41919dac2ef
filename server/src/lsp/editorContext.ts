import { isAbsolute, join } from 'node:path';
import type { ApiSurface } from '../catalog/surface.ts';
import type { DefinitionSource } from '../crd/customKinds.ts';
import type { Rendering } from '../helm/rendered.ts';
import type { Installation } from '../sources/installed/linkInstallations.ts';
import type { ChartInstaller } from '../targets/templateCommand.ts';
import type { OldObjects } from '../update/oldObjects.ts';
import type { Writer } from '../update/writer.ts';
import { CommittedDefinitions } from '../workspace/definitions/committed.ts';
import type { DefinitionFile } from '../workspace/definitions/definitionFile.ts';
import { installersIn } from '../workspace/delivery/chartReleases.ts';
import { ClustersOfFiles } from '../workspace/delivery/clustersOfFiles.ts';
import { today } from '../workspace/ground/clock.ts';
import type { AddedToFile } from '../workspace/model/addedToFile.ts';
import { Workspace } from '../workspace/model/workspace.ts';
import type { WorkspaceContext } from '../workspace/model/workspaceContext.ts';
import type { FileSettings } from '../workspace/settings/targetSelection.ts';
import type { BuiltOfFile } from './builds/builtOfFile.ts';
import type { TargetsOfFiles } from './targets.ts';

/** The editor's state besides the files on disk. */
export interface EditorState {
  readonly targets: TargetsOfFiles;
  readonly definitionFiles: WorkspaceContext['definitionFiles'];
  /** The releases of built-in sets that files install. */
  readonly installations: () => readonly Installation[];
  /** The files that may define what is applied where, absolute, in the order of their names. */
  readonly deliveries: () => readonly string[];
  readonly renderingsOf: WorkspaceContext['renderingsOf'];
  readonly builtOf: (path: string) => BuiltOfFile | undefined;
  /** Whether the user trusts the workspace, so that git may run. */
  readonly isTrusted: () => boolean;
}

/** The workspace context of the language server, for open files and, in its threads, closed ones. */
class EditorContext implements WorkspaceContext {
  readonly lastApplied = false;
  readonly showsUnrendered = true;
  readonly today = today;
  readonly #state: EditorState;
  readonly #committed = new CommittedDefinitions();

  constructor(state: EditorState) {
    this.#state = state;
  }

  get searched(): readonly string[] {
    return [this.cwd];
  }

  get cwd(): string {
    return this.#state.targets.folder;
  }

  settingsOf(path: string): FileSettings | undefined {
    const { surfaces, severity } = this.#state.targets.ofPath(path);
    return surfaces.length === 0 ? undefined : { surfaces, severity };
  }

  definitionFiles(): readonly DefinitionFile[] {
    return this.#state.definitionFiles();
  }

  withOthers(source: DefinitionSource): DefinitionSource {
    return source;
  }

  installations(): readonly Installation[] {
    return this.#state.installations();
  }

  helmValuesOf(chartYaml: string): readonly string[] {
    const { targets } = this.#state;
    const { values } = targets.given.settings.helm;
    return (
      targets.helmValues(chartYaml) ?? values.map((file) => (isAbsolute(file) ? file : join(targets.folder, file)))
    );
  }

  givenText(): undefined {}

  installersOf(folder: string): readonly ChartInstaller[] {
    return installersIn(this.#state.targets.chartReleases(folder));
  }

  renderingsOf(path: string, surfaces: readonly ApiSurface[], text: () => string): readonly Rendering[] | undefined {
    return this.#state.renderingsOf(path, surfaces, text);
  }

  buildsOf(path: string): readonly AddedToFile[] {
    return this.#state.builtOf(path)?.added ?? [];
  }

  storedOf(): undefined {
    return undefined;
  }

  storedOfOutput(): undefined {
    return undefined;
  }

  writerOf(path: string): Writer | undefined {
    return this.#state.targets.clusters.of(path)?.writer;
  }

  earlierOf(path: string): OldObjects {
    // Asked where the answer is needed, as verdicts are remembered for longer than this.
    return (resource, text) => (this.#state.isTrusted() ? this.#committed.of(path)?.(resource, text) : undefined);
  }
}

/** The model of the workspace of an editor; its targets take the clusters that files are applied to. */
export function editorWorkspace(state: EditorState): Workspace {
  const workspace = new Workspace(new EditorContext(state));
  const files = {
    get paths() {
      return state.deliveries();
    },
    covers: () => true,
    hasSeen: () => true,
  };
  state.targets.useClusters(new ClustersOfFiles(() => workspace.kustomizations, files));
  return workspace;
}
