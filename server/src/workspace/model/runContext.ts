import { resolve } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Rendering } from '../../helm/rendered.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import { type OldFiles, oldObjectsOf } from '../../update/oldObjects.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { definitionsOf } from '../definitions/definitionSource.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { Workspace } from './workspace.ts';
import type { WorkspaceContext } from './workspaceContext.ts';

/** What a run of the command line depends on besides targets and files: plain data, so that every thread can have it. */
export interface RunFacts {
  readonly cwd: string;
  /** The day, `YYYY-MM-DD`, by which comments ignore findings. */
  readonly today: string;
  /** What updates replace; undefined where creates are judged. */
  readonly old: OldFiles | undefined;
  /** What kubectl noted as applied last, in annotations, is judged as well. */
  readonly lastApplied: boolean;
  /** The folders that a run is about as a whole, absolute, each before those that are in it. */
  readonly searched: readonly string[];
  /** Folders of which a search has shown that they have no kustomization and are no repository's root. */
  readonly bare: ReadonlySet<string>;
}

/** What only the thread that a run began in knows. */
export interface RunState {
  /** The files that may have CustomResourceDefinitions. */
  readonly definitions: () => readonly DefinitionFile[];
  /** The releases of built-in sets that files say are installed. */
  readonly installations: () => readonly Installation[];
  readonly helmValuesOf: WorkspaceContext['helmValuesOf'];
  /** The texts that came through standard input, by their absolute paths. */
  readonly texts: ReadonlyMap<string, string>;
  readonly renderingsOf: (path: string, surfaces: readonly ApiSurface[]) => readonly Rendering[] | undefined;
  readonly buildsOf: WorkspaceContext['buildsOf'];
  /** Definitions are compared where each is judged, and not when all are known. */
  readonly comparesDefinitions: boolean;
}

/** The model of the workspace of a run. */
export function workspaceOfRun(
  { cwd, searched, today, old, lastApplied, bare }: RunFacts,
  settingsOf: (path: string) => FileSettings | undefined,
  { definitions, installations, helmValuesOf, texts, renderingsOf, buildsOf, comparesDefinitions }: RunState,
): Workspace {
  const stored = old === undefined ? undefined : oldObjectsOf(old.files, old.operation);
  const all = definitionsOf(definitions, () => workspace.definitions);
  const source = comparesDefinitions ? all : { ...all, atMost: () => 1 };
  const ground: WorkspaceContext = {
    cwd,
    searched,
    today: () => today,
    settingsOf,
    definitions: () => source,
    installations,
    helmValuesOf,
    openText: (path) => texts.get(path),
    renderingsOf: (path, surfaces) => renderingsOf(path, surfaces),
    showsUnrendered: false,
    buildsOf,
    stored,
    // What is stored is what a definition was before.
    earlierOf: () => stored,
    lastApplied,
  };
  const workspace = new Workspace(ground, bare);
  return workspace;
}

/** The folders among paths relative to `cwd`, absolute, each before those that are in it. */
export function searchedIn(paths: readonly string[], cwd: string): readonly string[] {
  const named = paths.filter((path) => path !== '-').map((path) => resolve(cwd, path));
  const folders = named.filter((path) => statOf(path)?.isDirectory() === true);
  return [...new Set(folders)].sort((a, b) => a.length - b.length);
}
