import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, object, optionalText, text } from '../../server/data/generator/json.ts';
import type { Minor } from '../../server/src/targets/version.ts';
import { run, StepFailed } from './go.ts';
import { mainModule, moduleVersion, newerReleases, type Release } from './release.ts';

/** A module on this machine: its folder, and the checksum that it is known by. */
export interface DownloadedModule {
  readonly path: string;
  readonly folder: string;
  readonly sum: string;
}

/** The modules whose sources and documents the facts are read from. */
const modules = [
  mainModule,
  ...[
    'api',
    'apiextensions-apiserver',
    'apimachinery',
    'apiserver',
    'client-go',
    'component-base',
    'controller-manager',
    'kube-aggregator',
  ].map((name) => `k8s.io/${name}`),
];

/** Has Go bring the modules of a release, which checks them against the checksum database. Throws `StepFailed` where one cannot be had. */
export function fetchModules(release: Release, folder: string): ReadonlyMap<string, DownloadedModule> {
  return new Map(modules.map((path) => [path, bring(path, moduleVersion(path, release), folder)]));
}

function bring(path: string, version: string, folder: string): DownloadedModule {
  const printed = object(JSON.parse(run('go', ['mod', 'download', '-json', `${path}@${version}`], folder)));
  const error = optionalText(printed['Error']);
  if (error !== undefined) throw new StepFailed(`${path} ${version}: ${error}`);
  return { path, folder: text(printed['Dir']), sum: text(printed['Sum']) };
}

/** A file of a module as text. */
export function moduleFile(downloaded: ReadonlyMap<string, DownloadedModule>, path: string, file: string): string {
  const found = downloaded.get(path);
  if (found === undefined) throw new RangeError(`not a module that is read: ${path}`);
  try {
    return readFileSync(join(found.folder, file), 'utf8');
  } catch {
    throw new StepFailed(`${path}: ${file} is not there any more; where did Kubernetes move it to?`);
  }
}

/** Which releases from a minor on there are after those that the facts were read from: the tags of k8s.io/api, previews included. */
export function findReleases(read: ReadonlyMap<string, string>, oldest: Minor, folder: string): Release[] {
  const printed: unknown = JSON.parse(run('go', ['list', '-m', '-json', '-versions', 'k8s.io/api@latest'], folder));
  const versions = fieldOf(printed, 'Versions');
  const published = Array.isArray(versions) ? versions.map((version) => text(version).replace(/^v0\./, '1.')) : [];
  return newerReleases(published, read, oldest, (release) => canBeHad(release, folder));
}

/** The staging modules of a release are tagged first, and for some previews only those exist. */
function canBeHad(release: Release, folder: string): boolean {
  try {
    run('go', ['list', '-m', `${mainModule}@${moduleVersion(mainModule, release)}`], folder);
    return true;
  } catch (error) {
    if (error instanceof StepFailed) return false;
    throw error;
  }
}
