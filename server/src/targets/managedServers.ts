import facts from '../../data/authored/managed-servers.json' with { type: 'json' };
import { isTargetFlag, type TargetFlag } from './target.ts';
import { factMinor, type Minor } from './version.ts';

/** The API servers of a provider at one minor, with the flags that the provider sets. */
export interface ManagedServer {
  /** The provider's name for people: `Amazon EKS`. */
  readonly title: string;
  /** The documented flags that differ from Kubernetes' defaults. */
  readonly flags: Readonly<Partial<Record<TargetFlag, readonly string[]>>>;
  /** The documents that state the flags. */
  readonly sources: readonly string[];
}

interface WrittenSettings {
  /** Only for clusters with all alpha features. */
  readonly alpha?: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly source: string;
}

/**
 * How a provider runs its API servers of a minor (`data/authored/managed-servers.json`); undefined for an unknown
 * provider.
 *
 * @param isAlpha whether it is an alpha cluster of Google Kubernetes Engine, with all alpha features.
 */
export function managedServer(provider: string, minor: Minor, isAlpha = false): ManagedServer | undefined {
  const found = facts.providers.find(({ name }) => name === provider);
  if (found === undefined) return undefined;
  const written: readonly WrittenSettings[] = found.settings;
  const settings = written.filter(
    ({ since, until, alpha = false }) =>
      (isAlpha || !alpha) &&
      (since === undefined || factMinor(since) <= minor) &&
      (until === undefined || minor <= factMinor(until)),
  );
  const flags: Partial<Record<TargetFlag, string[]>> = {};
  for (const [flag, value] of settings.flatMap((each) => Object.entries(each.flags))) {
    if (isTargetFlag(flag) && value !== undefined) flags[flag] = [...(flags[flag] ?? []), value];
  }
  return { title: found.title, flags, sources: settings.map(({ source }) => source) };
}
