import { type AdmissionHolding, mayHoldAdmission } from '../../admission/admissionObjects.ts';
import { admissionTopic } from '../../crd/customKinds.ts';
import { mayDefine } from '../../crd/definitionList.ts';
import { definitionsInPacked, isChartYaml } from '../charts/packedCharts.ts';
import type { FoundFile } from '../disk/discover.ts';

/** A file that may have CustomResourceDefinitions. Plain data. */
export interface DefinitionFile extends FoundFile {
  /** Its text, if it differs from the file on disk. */
  readonly text: string | undefined;
  /**
   * The words in its group fields, which include every group that it defines kinds of; undefined if they are not
   * certain.
   */
  readonly groups: ReadonlySet<string> | undefined;
  /** What it may contain that admission depends on. */
  readonly admission: AdmissionHolding | undefined;
}

const noGroups: ReadonlySet<string> = new Set();

/** A file as one that may have definitions, or objects that admission depends on, by a search for words; undefined if it has none. */
export function definitionFile(found: FoundFile, text: string, isOnDisk = true): DefinitionFile | undefined {
  const { path, file } = found;
  if (isChartYaml(path)) {
    return definitionsInPacked(path, file).length === 0
      ? undefined
      : { path, file, text: undefined, groups: undefined, admission: undefined };
  }
  const admission = mayHoldAdmission(text);
  const groups = mayDefine(text) ? groupsIn(text) : noGroups;
  if (groups === noGroups && admission === undefined) return undefined;
  return { path, file, text: isOnDisk ? undefined : text, groups, admission };
}

/** Whether a file can have a definition of a group, or of the admission topic. */
export function mayDefineGroup({ groups, admission }: DefinitionFile, group: string): boolean {
  if (group === admissionTopic) return admission !== undefined;
  return groups === undefined || groups.has(group);
}

/** The key with the word after it, on the same line or the next, or with the other value there. */
const named = /\bgroup["']?[ \t]*:\s*(?:(["']?)([\w.-]+)\1(:?)(?=[\s,}\]]|$)|(\S[^\n]{0,80}))/g;

/** Ways to write the key that the search does not know. */
const escapedKey = /\\[xuU][^"\n]*"[ \t]*:/;
const explicitKey = /^[ \t]*\?[ \t]+["']?group\b/m;

/**
 * The beginning of a value that is anchored, aliased, tagged, a block scalar, after a comment or templated; and a
 * quoted one with escapes.
 */
const otherValues = /^(?:[&*!|>#]|\{\{|["'][^\n]*\\)/;

function groupsIn(text: string): ReadonlySet<string> | undefined {
  // Few files have escapes that need a closer look.
  if ((text.includes('\\x') || text.includes('\\u')) && escapedKey.test(text)) return undefined;
  if (text.includes('? ') && explicitKey.test(text)) return undefined;
  const groups = new Set<string>();
  for (const [, , word, colon, other] of text.matchAll(named)) {
    if (other !== undefined && otherValues.test(other)) return undefined;
    // A schema can have a property of this name, whose value is a map.
    if (word !== undefined && colon !== ':') groups.add(word);
  }
  // A slice of a text keeps the whole text in memory.
  return structuredClone(groups);
}
