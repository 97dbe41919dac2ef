import data from '../../data/authored/crd-publishers.json' with { type: 'json' };
import { nearest } from '../text/nearest.ts';
import { newestTag } from './git.ts';
import { SourceProblem } from './problem.ts';
import type { Source } from './source.ts';
import { isNewer } from './versions.ts';

/** Where a project that is known by its name publishes its definitions. */
export interface Project {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** The API groups it defines kinds of; without those shared with others. */
  readonly groups: readonly string[];
  /** Of git. */
  readonly repository: string;
  /** The files or folders that have them, the newest place first: of these the first that a release has. */
  readonly folders: readonly string[];
  /** The prefix of the number in a tag: `v`, `release-`. */
  readonly prefix: string;
}

/** Every project that is known by its name. */
export const projects: readonly Project[] = data.projects;

/** A project by its name. Throws a {@link SourceProblem} for one that is not known. */
export function projectOf(name: string): Project {
  const found = projects.find((project) => project.name === name);
  if (found !== undefined) return found;
  const close = nearest(
    name,
    projects.map((project) => project.name),
    1,
  )[0];
  const remedy =
    close === undefined
      ? 'name where it is published: git:URL//FOLDER@REF, go:MODULE@VERSION, ./FOLDER …'
      : `did you mean ${close}?`;
  throw new SourceProblem(`where "${name}" publishes its definitions is not known`, remedy, 'missing');
}

/** The possible sources of a project's definitions, in order. */
export function sourcesOf({ repository, folders }: Project): readonly Source[] {
  return folders.map((path) => ({ kind: 'git', at: repository, path }));
}

/** The tag of a version, with or without the prefix of tags: `1.16.1` for `v1.16.1`. */
export function tagOf({ prefix }: Project, version: string, tags: readonly string[]): string | undefined {
  return [version, `${prefix}${version}`, `${prefix}${version.replace(/^v/, '')}`, `v${version}`].find((tag) =>
    tags.includes(tag),
  );
}

/** The newest tag of a project. */
export function newestTagOf({ prefix }: Project, tags: readonly string[], current?: string): string | undefined {
  const newest = newestTag(tags, prefix, undefined);
  if (newest === undefined || current === undefined) return newest;
  return isNewer(newest.slice(prefix.length), current.slice(prefix.length)) ? newest : current;
}
