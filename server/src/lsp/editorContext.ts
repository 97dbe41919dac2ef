import { isAbsolute, join } from 'node:path';
import { CommittedDefinitions } from '../workspace/definitions/committed.ts';
import { installersIn } from '../workspace/delivery/chartReleases.ts';
import { ClustersOfFiles } from '../workspace/delivery/clustersOfFiles.ts';
import { today } from '../workspace/ground/clock.ts';
import { Workspace } from '../workspace/model/workspace.ts';
import type { WorkspaceContext } from '../workspace/model/workspaceContext.ts';
import type { BuiltOfFile } from './builds/builtOfFile.ts';
import type { TargetsOfFiles } from './targets.ts';

/** The editor's state besides the files on disk. */
export interface EditorState extends Pick<WorkspaceContext, 'definitionFiles' | 'installations' | 'renderingsOf'> {
  readonly targets: TargetsOfFiles;
  /** The files that may define what is applied where, absolute, in the order of their names. */
  readonly deliveries: () => readonly string[];
  readonly builtOf: (path: string) => BuiltOfFile | undefined;
  /** Whether the user trusts the workspace, so that git may run. */
  readonly isTrusted: () => boolean;
}

/** The model of the workspace of an editor, for open files and closed ones; its targets take the clusters of files. */
export function editorWorkspace(state: EditorState): Workspace {
  const workspace = new Workspace(contextOfEditor(state));
  const files = {
    get paths() {
      return state.deliveries();
    },
    covers: () => true,
    hasSeen: () => true,
    mayDescribe: () => true,
  };
  state.targets.useClusters(new ClustersOfFiles(() => workspace.kustomizations, files));
  return workspace;
}

function contextOfEditor(state: EditorState): WorkspaceContext {
  const { targets, definitionFiles, installations, renderingsOf, builtOf, isTrusted } = state;
  const committed = new CommittedDefinitions();
  return {
    get cwd() {
      return targets.folder;
    },
    get searched() {
      return [targets.folder];
    },
    today,
    settingsOf: (path) => {
      const { surfaces, severity } = targets.ofPath(path);
      return surfaces.length === 0 ? undefined : { surfaces, severity };
    },
    definitionFiles,
    withOthers: (source) => source,
    installations,
    helmValuesOf: (chartYaml) => {
      const { values } = targets.given.settings.helm;
      const inFolder = (file: string) => (isAbsolute(file) ? file : join(targets.folder, file));
      return targets.helmValues(chartYaml) ?? values.map(inFolder);
    },
    installersOf: (folder) => installersIn(targets.chartReleases(folder)),
    givenText: () => undefined,
    renderingsOf,
    showsUnrendered: true,
    buildsOf: (path) => builtOf(path)?.added ?? [],
    writerOf: (path) => targets.clusters.of(path)?.writer,
    storedOf: () => undefined,
    storedOfOutput: () => undefined,
    // Asked where the answer is needed, as verdicts are remembered for longer than this.
    earlierOf: (path) => (resource, text) => (isTrusted() ? committed.of(path)?.(resource, text) : undefined),
    lastApplied: false,
  };
}
