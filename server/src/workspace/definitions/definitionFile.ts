import { mayDefine } from '../../crd/definitionList.ts';
import { definitionsInPacked, isChartYaml } from '../charts/packedCharts.ts';
import type { FoundFile } from '../disk/discover.ts';

/** A file that may have CustomResourceDefinitions. Plain data. */
export interface DefinitionFile extends FoundFile {
  /** Its text, where it is not what lies on the disk. */
  readonly text: string | undefined;
  /** What it names; undefined where that cannot be told without reading it as YAML. */
  readonly names: NamesInFile | undefined;
}

/** The words that a text gives as groups and as kinds, each with how often. Every kind that it defines is among them. */
export interface NamesInFile {
  readonly groups: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, number>;
}

/** A file as one that may have definitions, by a search for words; undefined where it has none. */
export function definitionFile(found: FoundFile, text: string, isOnDisk = true): DefinitionFile | undefined {
  const { path, file } = found;
  if (isChartYaml(path)) {
    return definitionsInPacked(path, file).length === 0 ? undefined : { path, file, text: undefined, names: undefined };
  }
  return mayDefine(text) ? { path, file, text: isOnDisk ? undefined : text, names: namesIn(text) } : undefined;
}

/** Whether a file can have a definition of a group. */
export function mayDefineGroup({ names }: DefinitionFile, group: string): boolean {
  return names === undefined || names.groups.has(group);
}

/** How many definitions of a kind a file can have at the most. */
export function definesAtMost({ names }: DefinitionFile, group: string, kind: string): number {
  if (names === undefined) return Number.POSITIVE_INFINITY;
  return names.groups.has(group) ? (names.kinds.get(kind) ?? 0) : 0;
}

/** A key with the word behind it, on the same line or on the next, or with the character that is there instead. */
const named = /\b(group|kind)["']?[ \t]*:\s*(?:(["']?)([\w.-]+)\2(:?)(?=[\s,}\]]|$)|(\S))/g;

/** Ways to write keys that the search does not know: escapes, explicit keys, templates. */
const otherKeys = /\\[xuU]|^[ \t]*\?[ \t]|\{\{/m;

/** What begins a value that stands elsewhere, or behind something else. */
const otherValues = /[&*!|>#]/;

function namesIn(text: string): NamesInFile | undefined {
  if (otherKeys.test(text)) return undefined;
  const groups = new Set<string>();
  const kinds = new Map<string, number>();
  for (const [, key, , word, colon, other] of text.matchAll(named)) {
    if (other !== undefined && otherValues.test(other)) return undefined;
    // A schema has properties of these names as well, which are maps.
    if (word === undefined || colon === ':') continue;
    if (key === 'group') groups.add(word);
    else kinds.set(word, (kinds.get(word) ?? 0) + 1);
  }
  return { groups, kinds };
}
