import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, text } from '../../server/data/generator/json.ts';
import { run, StepFailed } from './go.ts';
import { moduleVersion, type Release } from './release.ts';

/** The staging modules that the go.mod of k8s.io/kubernetes names. */
export function stagingModules(upstream: string): string[] {
  return [...upstream.matchAll(/^\s+(k8s\.io\/\S+) => \.\/staging\//gm)].map(([, path = '']) => path);
}

/** The folders of staging modules, and why those that cannot be had are absent. */
interface StagingFolders {
  readonly folders: ReadonlyMap<string, string>;
  readonly absent: readonly string[];
}

/**
 * The folder of each staging module of a release. Not all are published, and not all are needed: for a preview, the
 * newest available release replaces a missing module; otherwise an empty module does, which fails the build if code needs it.
 */
export function stagingFolders(
  modules: readonly string[],
  release: Release,
  folder: string,
  log: (line: string) => void,
): StagingFolders {
  const folders = new Map<string, string>();
  const absent: string[] = [];
  for (const path of modules) {
    const version = moduleVersion(path, release);
    const downloaded = download(path, version, folder);
    if (typeof downloaded === 'string') {
      folders.set(path, downloaded);
      continue;
    }
    absent.push(downloaded.message);
    const standIn = release.preview ? newestDownloaded(path, folder) : undefined;
    if (standIn !== undefined) log(`${path} ${version} cannot be had: ${standIn[0]} stands in`);
    folders.set(path, standIn?.[1] ?? emptyModule(path, folder));
  }
  return { folders, absent };
}

function newestDownloaded(path: string, folder: string): readonly [version: string, folder: string] | undefined {
  for (const version of publishedVersions(path, folder).toReversed()) {
    const standIn = download(path, version, folder);
    if (typeof standIn === 'string') return [version, standIn];
  }
  return undefined;
}

/** The published versions of a module, oldest first; none if the proxy does not have the module. */
function publishedVersions(path: string, folder: string): readonly string[] {
  try {
    const listed = run('go', ['list', '-m', '-versions', '-f', '{{join .Versions " "}}', `${path}@latest`], folder);
    return listed.trim().split(' ');
  } catch (error) {
    if (error instanceof StepFailed) return [];
    throw error;
  }
}

/** The folder of a version of a module in Go's cache, or why it cannot be had. */
function download(path: string, version: string, folder: string): string | StepFailed {
  try {
    return text(fieldOf(JSON.parse(run('go', ['mod', 'download', '-json', `${path}@${version}`], folder)), 'Dir'));
  } catch (error) {
    if (error instanceof StepFailed) return error;
    throw error;
  }
}

function emptyModule(path: string, folder: string): string {
  const work = join(folder, 'absent', path);
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'go.mod'), `module ${path}\n\ngo 1.22\n`);
  return work;
}
