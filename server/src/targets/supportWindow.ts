import facts from '../../data/authored/support-windows.json' with { type: 'json' };
import { factMinor, formatMinor, type Minor } from './version.ts';

/** Until when a minor is supported, and by whom. Dates are written `2026-11-26`. */
export interface SupportWindow {
  readonly provider: string;
  /** The provider's name for people: `Amazon EKS`. */
  readonly title: string;
  readonly minor: Minor;
  /** The last day of standard support. */
  readonly standard: string;
  /** The last day of extended support; undefined if there is none. */
  readonly extended: string | undefined;
  /** The source of the dates. */
  readonly source: string;
}

/** The provider of a server version such as `v1.33.5-eks-3025e55`; undefined for upstream versions. */
export function providerOf(gitVersion: string): string | undefined {
  return facts.gitVersions.find(({ has }) => gitVersion.includes(has))?.provider;
}

/** The support that a minor has on a day. */
export type SupportState = 'standard' | 'extended' | 'ended';

/**
 * The window of a minor at a provider (`data/authored/support-windows.json`); undefined if unknown. Self-managed
 * clusters use the windows of the Kubernetes project.
 */
export function supportWindow(minor: Minor, provider = 'kubernetes'): SupportWindow | undefined {
  return windows.get(`${provider} ${formatMinor(minor)}`);
}

/** The support that a minor has on a day, written `2026-11-26`. */
export function supportState({ standard, extended }: SupportWindow, day: string): SupportState {
  if (day <= standard) return 'standard';
  return extended !== undefined && day <= extended ? 'extended' : 'ended';
}

/**
 * A window on any day: `standard support of Amazon EKS for 1.31 until 2025-11-26, extended support until 2026-11-26`,
 * `Kubernetes supports 1.34 until 2026-10-27` without extended support.
 */
export function describeWindow({ title, minor, standard, extended }: SupportWindow): string {
  const version = formatMinor(minor);
  if (extended === undefined) return `${title} supports ${version} until ${standard}`;
  return `standard support of ${title} for ${version} until ${standard}, extended support until ${extended}`;
}

/** A phrase about a window on a given day: `1.31 leaves standard support of Amazon EKS on 2025-11-26, …`. */
export function describeSupport(window: SupportWindow, day: string): string {
  const { title, standard, extended, minor } = window;
  const state = supportState(window, day);
  const version = formatMinor(minor);
  if (state === 'ended') return `${title} ended its support of ${version} on ${extended ?? standard}`;
  if (extended === undefined) return describeWindow(window);
  const leaves = state === 'standard' ? 'leaves' : 'left';
  return `${version} ${leaves} standard support of ${title} on ${standard}, extended support ends on ${extended}`;
}

interface WrittenWindow {
  readonly standard: string;
  readonly extended?: string;
}

interface WrittenProvider {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly windows: Readonly<Record<string, WrittenWindow | undefined>>;
  /** The provider whose dates this one uses for minors without its own. */
  readonly follows?: string;
  /** The provider whose windows apply to minors that neither has: people run those themselves. */
  readonly otherwise?: string;
}

const providers: readonly WrittenProvider[] = facts.providers;

const windows: ReadonlyMap<string, SupportWindow> = new Map(
  providers.flatMap((provider) => {
    const ownWindows = windowsOf(provider, { ...providerNamed(provider.follows)?.windows, ...provider.windows });
    const other = providerNamed(provider.otherwise);
    const others = other === undefined ? [] : windowsOf(other, other.windows);
    return [...others, ...ownWindows].map(
      (window) => [`${provider.name} ${formatMinor(window.minor)}`, window] as const,
    );
  }),
);

function providerNamed(name: string | undefined): WrittenProvider | undefined {
  return providers.find((provider) => provider.name === name);
}

function windowsOf(
  { name, title, source }: WrittenProvider,
  written: WrittenProvider['windows'],
): readonly SupportWindow[] {
  return Object.entries(written).flatMap(([version, window]) => {
    if (window === undefined) return [];
    const { standard, extended } = window;
    return [{ provider: name, title, minor: factMinor(version), standard, extended, source }];
  });
}
