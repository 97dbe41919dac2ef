import index from '../../data/crds/index.json' with { type: 'json' };
import { grouped } from '../text/grouped.ts';
import { nearest } from '../text/nearest.ts';
import type { Setting, TargetProblem } from './target.ts';

/** A built-in set: a project's CustomResourceDefinitions, by release. */
export interface CrdSet {
  readonly name: string;
  /** For people: `Gateway API`. */
  readonly label: string;
  /** The channels, of which a cluster has one; empty for releases without channels. */
  readonly channels: readonly string[];
  readonly defaultChannel: string | undefined;
  readonly groups: readonly string[];
  /** The groups that contain only kinds of this set. */
  readonly wholeGroups: readonly string[];
  /** How its definitions convert objects between versions, where that is certain. */
  readonly conversion: 'None' | 'Webhook' | 'unknown';
  /** The known releases, oldest first. */
  readonly releases: readonly string[];
  /** Minors are missing between the first release and the last. */
  readonly hasGaps: boolean;
  /** The project's announcements about versions. */
  readonly announced: readonly { readonly version: string; readonly what: string }[];
}

/** The CustomResourceDefinitions that a target has. */
export interface TargetCrds {
  readonly sets: readonly CrdSetChoice[];
  /** Files and folders with definitions: absolute, or relative to the working folder. */
  readonly paths: readonly string[];
  /** The definitions of a live cluster target; absent for other targets. */
  readonly live?: LiveCrds;
}

/** The CustomResourceDefinitions that were read from a live cluster. */
export interface LiveCrds {
  /** For people: `The cluster of context staging`. */
  readonly label: string;
  /** The absolute path of the file that lists them. */
  readonly file: string;
  /** The digest of the listed definitions: equal for clusters with equal definitions. */
  readonly digest: string;
  /** The absolute path of the file with the server's field descriptions; absent if they were not read. */
  readonly texts?: string;
  /** Whether these are all definitions of the cluster. */
  readonly complete: boolean;
  /** The groups of Kubernetes itself and of aggregated API servers. */
  readonly otherGroups: readonly string[];
}

/** A release of a set. */
export interface CrdSetChoice {
  readonly set: string;
  /** One of the set's releases. */
  readonly release: string;
  /** The written form: the minor, or another patch of it. */
  readonly written: string;
  /** Undefined for sets without channels. */
  readonly channel: string | undefined;
}

interface IndexEntry {
  readonly label: string;
  readonly channels?: readonly string[];
  readonly defaultChannel?: string;
  readonly groups: readonly string[];
  readonly wholeGroups?: readonly string[];
  readonly conversion?: string;
  readonly releases: readonly string[];
  readonly hasGaps?: boolean;
  readonly announced?: readonly { readonly version: string; readonly what: string }[];
}

/** The sets of a catalogue by name: `crds/index.json`. */
export type CrdSetIndex = Readonly<Record<string, IndexEntry>>;

const inUse: CrdSet[] = setsOf(index);

/** Every built-in set. */
export const crdSets: readonly CrdSet[] = inUse;

/** Replaces the sets by those of another catalogue; undefined restores those of this build. */
export function useCrdSets(other: CrdSetIndex | undefined): void {
  inUse.splice(0, inUse.length, ...setsOf(other ?? index));
  setsByGroup = undefined;
}

/** Whether a value is an index of sets. */
export function isCrdSetIndex(value: unknown): value is CrdSetIndex {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isEntry);
}

function isEntry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { label, groups, releases } = { label: undefined, groups: undefined, releases: undefined, ...value };
  const isList = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === 'string');
  return typeof label === 'string' && isList(groups) && isList(releases);
}

function setsOf(other: CrdSetIndex): CrdSet[] {
  return Object.entries(other).map(([name, entry]) => ({
    name,
    channels: [],
    defaultChannel: undefined,
    wholeGroups: [],
    hasGaps: false,
    announced: [],
    ...entry,
    conversion: entry.conversion === 'None' || entry.conversion === 'Webhook' ? entry.conversion : 'unknown',
  }));
}

/** The sets that define kinds of a group; empty if no set does. */
export function crdSetsOf(group: string): readonly CrdSet[] {
  setsByGroup ??= grouped(crdSets.flatMap((set) => set.groups.map((name): [string, CrdSet] => [name, set])));
  return setsByGroup.get(group) ?? [];
}

/** Made for the first custom resource: most runs have none. */
let setsByGroup: ReadonlyMap<string, readonly CrdSet[]> | undefined;

/**
 * Reads `gateway-api=v1.2.0/experimental`, `cluster-api=v1.9` and paths. A release without a
 * patch is the newest known one of its minor.
 */
export function parseCrds(settings: readonly Setting[]): { crds: TargetCrds; problems: readonly TargetProblem[] } {
  const problems: TargetProblem[] = [];
  const paths: string[] = [];
  const sets = new Map<string, CrdSetChoice>();
  for (const { key, value } of settings) {
    if (value === '') {
      paths.push(key);
      continue;
    }
    const [release = '', ...rest] = value.split('/');
    const channel = rest.length === 0 ? undefined : rest.join('/');
    const choice = chooseCrdSet(key, release, channel, (problem) => problems.push(problem));
    if (choice !== undefined) sets.set(key, choice);
  }
  return { crds: { paths, sets: [...sets.values()] }, problems };
}

/** A release of a set by name; undefined, with a problem, if there is none. */
export function chooseCrdSet(
  name: string,
  release: string,
  channel: string | undefined,
  report: (problem: TargetProblem) => void,
): CrdSetChoice | undefined {
  const refuse = (value: string, message: string, allowed: string): undefined => {
    report({ flag: 'crds', value, message, allowed });
    return undefined;
  };
  const names = crdSets.map((crdSet) => crdSet.name);
  const set = crdSets.find((crdSet) => crdSet.name === name);
  if (set === undefined) {
    const close = nearest(name, names, 1)[0];
    const hint = close === undefined ? '' : `; did you mean ${close}?`;
    return refuse(name, `"${name}" is not a known set of CustomResourceDefinitions${hint}`, names.join(', '));
  }
  const found = releaseOf(set, release);
  if (found === undefined) {
    const known = `${set.releases[0]} to ${set.releases.at(-1)}`;
    return refuse(`${name}=${release}`, `${set.label} has no known release ${release}`, known);
  }
  const chosenChannel = channel ?? set.defaultChannel;
  if (channel !== undefined && !set.channels.includes(channel)) {
    const allowed = set.channels.length === 0 ? `${name}=${release}` : set.channels.join(', ');
    return refuse(`${name}=${release}/${channel}`, `${set.label} has no channel "${channel}"`, allowed);
  }
  return { set: name, release: found, written: written(release, found), channel: chosenChannel };
}

/**
 * The release with this name, or the newest patch of the minor: if only the last patch of a minor is known, it
 * represents all of them. Project-specific text around the number is optional: `2.14` is `stable-2.14.10`.
 */
function releaseOf({ releases }: CrdSet, name: string): string | undefined {
  const exact = releases.find((release) => release === name) ?? releases.find((release) => release === `v${name}`);
  if (exact !== undefined) return exact;
  const number = numberOf(name);
  if (number === undefined) return undefined;
  const isAlike = (each: string) => frameOf(name) === '' || frameOf(name) === frameOf(each);
  const ofMinor = releases.filter((release) => minorOf(release) === minorOf(name) && isAlike(release));
  const same = ofMinor.find((candidate) => numberOf(candidate) === number);
  if (same !== undefined) return same;
  return number === minorOf(name) || ofMinor.length === 1 ? ofMinor.at(-1) : undefined;
}

const versionNumber = /\d+\.\d+(?:\.\d+)*/;

/** The number of a release: `1.16.5` for `v1.16.5` and `knative-v1.16.5`. */
function numberOf(release: string): string | undefined {
  return versionNumber.exec(release)?.[0];
}

/** The minor of a release: `1.16` for `v1.16.5`. */
function minorOf(release: string): string | undefined {
  return numberOf(release)?.split('.').slice(0, 2).join('.');
}

/** The text around the number, without the `v`: `knative-` for `knative-v1.16.5`. */
function frameOf(release: string): string {
  return release.replace(versionNumber, '').replace(/v$/, '');
}

/** The written form in the release's notation: `v1.16` for `1.16`, if the release is `v1.16.5`. */
function written(name: string, release: string): string {
  return frameOf(name) === '' ? release.replace(versionNumber, numberOf(name) ?? name) : name;
}

/** Formats definitions as settings that {@link parseCrds} parses. */
export function formatCrds({ sets, paths }: TargetCrds): readonly string[] {
  const chosen = sets.map(
    ({ set, written, channel }) => `${set}=${written}${channel === undefined ? '' : `/${channel}`}`,
  );
  return [...chosen, ...paths];
}
