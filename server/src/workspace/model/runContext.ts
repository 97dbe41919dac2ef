import { resolve } from 'node:path';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import type { ChartInstaller } from '../../targets/templateCommand.ts';
import { lazily } from '../../text/lazily.ts';
import { type OldFiles, type OldObjects, oldObjectsOf } from '../../update/oldObjects.ts';
import { objectsOfRevision } from '../../update/oldRevision.ts';
import type { Writer } from '../../update/writer.ts';
import { withAdmissionOfCluster } from '../definitions/admissionOfCluster.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { readText } from '../disk/readFile.ts';
import { statOf } from '../disk/trackedFs.ts';
import { namedValue, publishing } from '../ground/derived.ts';
import type { FactsOfSearch } from '../kustomize/appliers.ts';
import { Workspace } from './workspace.ts';
import type { WorkspaceContext } from './workspaceContext.ts';

/** What the workspace of a command line run is made of, besides its files: plain data, for every thread. */
export interface RunFacts {
  readonly cwd: string;
  /** Today, `YYYY-MM-DD`, for suppression comments with an end date. */
  readonly today: string;
  /** The objects to update; undefined to judge creates. */
  readonly old: OldFiles | undefined;
  /** Who writes everything, as the command line says; undefined if the workspace does. */
  readonly writer: Writer | undefined;
  /** Who writes files, by path; filled in once the workspace is known. */
  readonly writers: ReadonlyMap<string, Writer>;
  /** Whether kubectl's last-applied annotations are judged as well. */
  readonly lastApplied: boolean;
  /** The folders that a run covers completely, absolute, parents before children. */
  readonly searched: readonly string[];
  /** Folders that a search found without a kustomization or repository root. */
  readonly bare: ReadonlySet<string>;
  /** What a search found in files about who applies what. */
  readonly appliers: FactsOfSearch;
  /** The files that may have CustomResourceDefinitions. */
  readonly definitions: readonly DefinitionFile[];
  /** Definitions are compared where each is judged, and not when all are known. */
  readonly comparesDefinitions: boolean;
  /** The releases of built-in sets that files install. */
  readonly installations: readonly Installation[];
  /** The additional values files of charts, by Chart.yaml. */
  readonly helmValues: ReadonlyMap<string, readonly string[]>;
  /** Who installs charts, by chart folder; filled in once the workspace is known. */
  readonly installers: ReadonlyMap<string, readonly ChartInstaller[]>;
}

/** What one thread knows besides, such as the outputs of programs. */
type OfThread = Pick<WorkspaceContext, 'settingsOf'> & Partial<WorkspaceContext>;

/** The model of the workspace of a run. */
export function workspaceOfRun(facts: RunFacts, ofThread: OfThread): Workspace {
  const { cwd, searched, today, old, writer, writers, lastApplied, bare, appliers, comparesDefinitions } = facts;
  const { givenText = () => undefined } = ofThread;
  const storedOf = storedObjects(old, (path) => {
    const content = readText(path);
    return givenText(path) ?? (content.ok ? content.text : undefined);
  });
  const definitionFiles = publishing(() => namedValue('definition files', () => facts.definitions));
  const context: WorkspaceContext = {
    cwd,
    searched,
    today: () => today,
    definitionFiles,
    withOthers: (written) => {
      const isKnown = old?.areInCluster === true && old.files !== 'unknown';
      const all = isKnown ? withAdmissionOfCluster(written, old.files) : written;
      return comparesDefinitions ? all : { ...all, atMost: () => 1 };
    },
    installations: () => facts.installations,
    helmValuesOf: (chartYaml) => facts.helmValues.get(chartYaml),
    installersOf: (folder) => facts.installers.get(folder) ?? [],
    givenText,
    renderingsOf: () => undefined,
    showsUnrendered: false,
    buildsOf: () => [],
    writerOf: (path) => writer ?? writers.get(path),
    storedOf,
    // Only a build or a rendering knows what the revision had.
    storedOfOutput: old?.revision === undefined ? storedOf : () => undefined,
    // A stored definition is the earlier one.
    earlierOf: storedOf,
    lastApplied,
    ...ofThread,
  };
  return publishing(() => new Workspace(context, bare, appliers));
}

/** The stored objects that each file updates. */
function storedObjects(
  old: OldFiles | undefined,
  textNow: (path: string) => string | undefined,
): (path: string) => OldObjects | undefined {
  if (old === undefined) return () => undefined;
  if (old.revision !== undefined && old.files !== 'unknown') {
    const { files, operation } = old;
    const objects = lazily(() => objectsOfRevision(files, operation, textNow));
    return (path) => objects()(path);
  }
  const stored = oldObjectsOf(old.files, old.operation);
  return () => stored;
}

/** The folders among paths relative to `cwd`, absolute, parents before children. */
export function searchedIn(paths: readonly string[], cwd: string): readonly string[] {
  const named = paths.filter((path) => path !== '-').map((path) => resolve(cwd, path));
  const folders = named.filter((path) => statOf(path)?.isDirectory() === true);
  return [...new Set(folders)].sort((a, b) => a.length - b.length);
}
