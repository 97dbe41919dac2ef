import data from '../../data/authored/crd-publishers.json' with { type: 'json' };
import { nearest } from '../text/nearest.ts';
import { newestTag } from './git.ts';
import { SourceProblem } from './problem.ts';
import type { Source } from './source.ts';
import { isNewer } from './versions.ts';

/** A project that can be named as a source, and where it publishes its definitions. */
export interface Project {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** The API groups of its kinds, except groups shared with other projects. */
  readonly groups: readonly string[];
  /** The URL of its git repository. */
  readonly repository: string;
  /** The files or folders with definitions, the newest location first; the first that a release has counts. */
  readonly folders: readonly string[];
  /** The prefix of version tags: `v`, `release-`. */
  readonly prefix: string;
}

/** The projects of `authored/crd-publishers.json`. */
export const projects: readonly Project[] = data.projects;

/** A project by its name. Throws a {@link SourceProblem} for an unknown one. */
export function projectOf(name: string): Project {
  const known = projects.find((project) => project.name === name);
  if (known !== undefined) return known;
  const close = nearest(
    name,
    projects.map((project) => project.name),
    1,
  )[0];
  const remedy =
    close === undefined
      ? 'name where it is published: git:URL//FOLDER@REF, go:MODULE@VERSION, ./FOLDER …'
      : `did you mean ${close}?`;
  throw new SourceProblem(`"${name}" is not a known project`, remedy, 'missing');
}

/** The possible sources of a project's definitions, in the order to try. */
export function sourcesOf({ repository, folders }: Project): readonly Source[] {
  return folders.map((path) => ({ kind: 'git', at: repository, path }));
}

/** The tag of a version, which may lack the prefix: `v1.16.1` for `1.16.1`. Undefined if there is none. */
export function tagOf({ prefix }: Project, version: string, tags: readonly string[]): string | undefined {
  return [version, `${prefix}${version}`, `${prefix}${version.replace(/^v/, '')}`, `v${version}`].find((tag) =>
    tags.includes(tag),
  );
}

/** The newest tag of a project, or `current` if that is newer. */
export function newestTagOf({ prefix }: Project, tags: readonly string[], current?: string): string | undefined {
  const newest = newestTag(tags, prefix, undefined);
  if (newest === undefined || current === undefined) return newest;
  return isNewer(newest.slice(prefix.length), current.slice(prefix.length)) ? newest : current;
}
