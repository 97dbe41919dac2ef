import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { arrayOf, fieldOf, object, optionalText, text, texts } from '../../server/data/generator/json.ts';
import type { Publication } from './releases.ts';

/** Where each built-in set is published, by `authored/crd-publishers.json` and `authored/crd-sources.json`. */
export function readPublications(authored: URL): readonly Publication[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, authored), 'utf8'));
  const projects = arrayOf(fieldOf(read('crd-publishers.json'), 'projects')).map(
    (project): Publication => ({
      set: text(fieldOf(project, 'name')),
      repository: text(fieldOf(project, 'repository')),
      paths: texts(fieldOf(project, 'folders')),
      isRelease: new RegExp(`^${escaped(optionalText(fieldOf(project, 'prefix')) ?? '')}\\d+\\.\\d+\\.\\d+$`),
      leftOut: [],
    }),
  );
  const sources = Object.entries(object(fieldOf(read('crd-sources.json'), 'sets'))).flatMap(([set, source]) =>
    arrayOf(fieldOf(source, 'repositories'))
      .slice(0, 1)
      .map(
        (repository): Publication => ({
          set,
          repository: `https://github.com/${text(fieldOf(repository, 'name'))}`,
          paths: texts(fieldOf(repository, 'files')).map((pattern) => new RegExp(`^${pattern}$`)),
          isRelease: new RegExp(`^(?:${text(fieldOf(source, 'releases'))})$`),
          leftOut: texts(fieldOf(source, 'leftOut') ?? []),
        }),
      ),
  );
  return [...projects, ...sources];
}

/** Where to look for releases of a set that is in neither file: in its repository, by tags like its present ones. */
export function publicationOf(
  set: string,
  repository: string | undefined,
  known: readonly string[],
): Publication | undefined {
  const last = known.at(-1);
  if (repository === undefined || last === undefined || !/\d+\.\d+/.test(last)) return undefined;
  const isRelease = new RegExp(`^${escaped(last).replace(/\d+/g, '\\d+')}$`);
  return { set, repository: `https://github.com/${repository}`, paths: [], isRelease, leftOut: [] };
}

/**
 * The YAML and JSON files of a checkout with a project's installed definitions: those of the first place that has any.
 */
export function publishedFiles({ paths }: Publication, checkout: string): readonly string[] {
  const all = readdirSync(checkout, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('.git/') && /\.(?:ya?ml|json)$/.test(file))
    .filter((file) => statSync(join(checkout, file), { throwIfNoEntry: false })?.isFile() === true)
    .sort();
  for (const path of paths) {
    const found = all.filter((file) =>
      typeof path === 'string' ? file === path || file.startsWith(`${path}/`) : path.test(file),
    );
    if (found.length > 0) return found.filter((file) => existsSync(join(checkout, file)));
  }
  return [];
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
