import facts from '../../data/authored/managed-servers.json' with { type: 'json' };
import { isTargetFlag, type TargetFlag } from './target.ts';
import { factMinor, type Minor } from './version.ts';
import type { VersionReport } from './versionReport.ts';

/** The API servers of a provider at one minor, with the flags that the provider sets. */
export interface ManagedServer {
  /** The provider's name for people: `Amazon EKS`. */
  readonly title: string;
  /** The documented flags that differ from Kubernetes' defaults. */
  readonly flags: Readonly<Partial<Record<TargetFlag, readonly string[]>>>;
  /** The documents that state the flags. */
  readonly sources: readonly string[];
  /** How its servers may write their version, the likeliest first; undefined if that is unknown. */
  readonly reports: readonly VersionReport[] | undefined;
}

/** The minors that a fact is about, both included. */
interface Minors {
  readonly since?: string;
  readonly until?: string;
}

interface WrittenSettings extends Minors {
  /** Only for clusters with all alpha features. */
  readonly alpha?: boolean;
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly source: string;
}

interface WrittenProvider {
  readonly name: string;
  readonly title: string;
  readonly settings: readonly WrittenSettings[];
  readonly reports?: readonly (Minors & VersionReport)[];
}

const providers: readonly WrittenProvider[] = facts.providers;

/**
 * How a provider runs its API servers of a minor (`data/authored/managed-servers.json`); undefined for an unknown
 * provider.
 *
 * @param isAlpha whether it is an alpha cluster of Google Kubernetes Engine, with all alpha features.
 */
export function managedServer(provider: string, minor: Minor, isAlpha = false): ManagedServer | undefined {
  const found = providers.find(({ name }) => name === provider);
  if (found === undefined) return undefined;
  const settings = found.settings.filter((each) => (isAlpha || each.alpha !== true) && includes(each, minor));
  const flags: Partial<Record<TargetFlag, string[]>> = {};
  for (const [flag, value] of settings.flatMap((each) => Object.entries(each.flags))) {
    if (isTargetFlag(flag) && value !== undefined) flags[flag] = [...(flags[flag] ?? []), value];
  }
  const reports = found.reports
    ?.filter((each) => includes(each, minor))
    .map(({ suffix, minorSuffix }) => ({ suffix, minorSuffix }));
  return { title: found.title, flags, sources: settings.map(({ source }) => source), reports };
}

function includes({ since, until }: Minors, minor: Minor): boolean {
  return (since === undefined || factMinor(since) <= minor) && (until === undefined || minor <= factMinor(until));
}
