import type { KindPage } from './facts/kindPage.ts';
import type { KindEntry } from './html/kindsIndexHtml.ts';
import { shardOf } from './searchShards.ts';

/**
 * The index of the search: one list of kinds, and the names of fields by their first letters, each with its kinds.
 * Files are scripts, since pages opened as files may load nothing else.
 */
export class SearchIndex {
  readonly entries: KindEntry[] = [];
  /** First letter, name of a field, indices of entries. */
  readonly #fields = new Map<string, Map<string, number[]>>();

  /** Takes the kind and the fields of a page. */
  add(page: KindPage, path: string): void {
    const index = this.entries.length;
    const { group, kind, project, versions, fields } = page;
    this.entries.push({ group, kind, project, path, versions: versions.map(({ label }) => label) });
    for (const field of fields) {
      const name = field.path.slice(field.path.lastIndexOf('.') + 1);
      const shard = this.#shard(name);
      const known = shard.get(name);
      if (known === undefined) shard.set(name, [index]);
      else if (known.at(-1) !== index) known.push(index);
    }
  }

  /** The files of the index by their names. */
  files(): ReadonlyMap<string, string> {
    const kinds = this.entries.map(({ group, kind, project, path }) => [kind, group, project, path]);
    const files = new Map([['kinds.js', callOf('kinds', kinds)]]);
    for (const [letter, fields] of [...this.#fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
      files.set(`fields-${letter}.js`, callOf(`fields-${letter}`, Object.fromEntries(sorted)));
    }
    return files;
  }

  #shard(name: string): Map<string, number[]> {
    const letter = shardOf(name);
    const shard = this.#fields.get(letter) ?? new Map<string, number[]>();
    this.#fields.set(letter, shard);
    return shard;
  }
}

function callOf(name: string, value: unknown): string {
  // Field names are third-party text, which must be escaped in a script.
  const json = JSON.stringify(JSON.stringify(value))
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `kubecompatIndex(${JSON.stringify(name)},JSON.parse(${json}));\n`;
}
