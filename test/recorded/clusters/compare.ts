import { clusterTarget } from '../../../server/src/sources/clusterTarget.ts';
import { apiServerOf, describeNamedFile } from '../../../server/src/sources/describeClusters.ts';
import type { DescribedCluster, WrittenFlag } from '../../../server/src/sources/description.ts';
import { readSource } from '../../../server/src/sources/fileTarget.ts';
import { isTargetFlag } from '../../../server/src/targets/target.ts';
import { parseMinor } from '../../../server/src/targets/version.ts';

/** The tool that was asked: the first line of a recording. */
export interface AskedTool {
  readonly tool: string;
  /** The modules with their versions, in the order in which they read a file. */
  readonly modules: readonly string[];
  /** The name of every file. */
  readonly file: string;
  /** The flags that the tool passes if a file does not set them. */
  readonly defaults: Readonly<Record<string, readonly string[]>>;
}

/** A file with the answer of its tool. */
export interface AskedFile {
  readonly text: string;
  /** The version of Kubernetes if it is given beside the file. */
  readonly version?: string;
  /** The words of kube-apiserver's command; absent if the tool refuses the file. */
  readonly flags?: readonly string[];
  readonly refused?: string;
}

/** How our reading of a file differs from that of its tool; undefined if it does not. */
export function differenceOf(asked: AskedFile, { file, defaults }: AskedTool): string | undefined {
  const given = asked.version === undefined ? undefined : parseMinor(asked.version);
  const [described] = describeNamedFile(readSource(asked.text, file), file);
  if (described === undefined) return asked.flags === undefined ? undefined : 'not read';
  const cluster = given === undefined ? described : (described.atVersion?.(given) ?? described);
  const read = clusterTarget(described, given);
  if (asked.flags === undefined) {
    return isRefused(cluster) ? undefined : `refused by the tool: ${asked.refused}`;
  }
  if (isRefused(cluster)) return `refused by us: ${cluster.notes?.map(({ message }) => message).join('; ')}`;
  if (!read.ok && read.problems.some(({ message }) => message.includes('not name the version'))) return 'no version';
  const ours = settingsOf((apiServerOf(cluster)?.flags ?? []).map(pairOf));
  const theirs = settingsOf(asked.flags.flatMap(pairOfWord));
  const names = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  const differing = names.filter((name) => {
    const [own, their] = [ours.get(name), theirs.get(name)];
    return own !== their && !(own === undefined && their !== undefined && defaults[name]?.includes(their) === true);
  });
  if (differing.length === 0) return undefined;
  return differing.map((name) => `--${name}: ${theirs.get(name)}, not ${ours.get(name)}`).join('; ');
}

/** Whether we read a file as one that its tool makes no cluster of. */
function isRefused({ notes = [] }: DescribedCluster): boolean {
  return notes.some(({ effect }) => effect === 'refused' || effect === 'unread');
}

type Pair = readonly [name: string, value: string];

function pairOf({ flag, value }: WrittenFlag): Pair {
  return [flag, value];
}

function pairOfWord(word: string): readonly Pair[] {
  const [, name = '', value = ''] = /^--([^=]*)=(.*)$/s.exec(word) ?? [];
  return name === '' ? [] : [[name.replaceAll('_', '-'), value]];
}

/** The effective value of each flag that a target has: a flag of settings is merged, one of a list appended to. */
function settingsOf(pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (!isTargetFlag(name)) continue;
    const isList = /gates|config$|plugins$/.test(name);
    const before = found.get(name);
    found.set(name, isList && before !== undefined ? `${before},${value}` : value);
  }
  for (const [name, value] of found) {
    if (/gates|config$/.test(name)) found.set(name, merged(value));
  }
  return new Map([...found].filter(([, value]) => value !== ''));
}

function merged(value: string): string {
  const settings = value.split(',').filter((setting) => setting !== '');
  const last = new Map(settings.map((setting) => [setting.split('=', 1)[0] ?? '', setting]));
  return [...last.values()].sort().join(',');
}
