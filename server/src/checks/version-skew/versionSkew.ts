import { resolve } from '../../catalog/resolve.ts';
import { resolveComponent } from '../../catalog/resolveComponent.ts';
import type { EffectiveVersions } from '../../catalog/surface.ts';
import type { Finding } from '../../finding.ts';
import { flagsOfComponent } from '../../sources/components.ts';
import type { DescribedComponent } from '../../sources/description.ts';
import { writtenMinor } from '../../sources/writtenVersion.ts';
import { formatMinor, minor } from '../../targets/version.ts';
import type { Check, Emit } from '../check.ts';
import { type ClusterSubject, componentFlags, targetOf } from '../cluster.ts';
import { skewRange } from '../skew.ts';

/** Components whose version the API server does not support: that of the same file, or else each target. */
export const versionSkew: Check = {
  codes: [
    {
      code: 'version-skew',
      consequences: ['unsupported'],
      title: "A component's version is not supported by the API server",
    },
  ],
  cluster(subject, emit) {
    const { cluster, catalog } = subject;
    const found = targetOf(cluster);
    const resolved = found && resolve('', found.target, catalog);
    if (resolved?.ok !== true) return;
    judgeAll(subject, resolved.surface.versions, 'the kube-apiserver of this file', emit);
  },
  clusterAt(subject, surface, emit) {
    judgeAll(subject, surface.versions, `target ${surface.name}`, emit);
  },
};

function judgeAll(subject: ClusterSubject, server: EffectiveVersions, of: string, emit: Emit): void {
  const emitted = new Set<string>();
  for (const component of subject.cluster.components) {
    const finding = judge(component, subject, server, of);
    // Several components may share one version, each reported there.
    const key = finding && `${finding.span.start} ${finding.message}`;
    if (finding === undefined || key === undefined || emitted.has(key)) continue;
    emitted.add(key);
    emit(finding);
  }
}

function judge(
  component: DescribedComponent,
  { catalog }: ClusterSubject,
  server: EffectiveVersions,
  of: string,
): Finding | undefined {
  const { component: name, version } = component;
  const range = skewRange(name, server);
  const binary = writtenMinor(version);
  if (range === undefined || version === undefined || binary === undefined) return undefined;
  const flags = componentFlags(component);
  const resolved = flags && resolveComponent(name, flagsOfComponent(name), flags, catalog);
  const serverMinor = resolved?.ok === true ? resolved.versions.emulation : binary;
  const isNewer = name !== 'kubectl' && binary > server.binary;
  if (serverMinor >= range.oldest && serverMinor <= range.newest && !isNewer) return undefined;
  const allowed = `${formatMinor(minor(Math.max(0, range.oldest)))} to ${formatMinor(minor(range.newest))}`;
  const shown =
    serverMinor === binary ? formatMinor(binary) : `${formatMinor(binary)} emulating ${formatMinor(serverMinor)}`;
  const newer = `${name} ${shown} is newer than its API server, ${formatMinor(server.binary)}`;
  const inRange = serverMinor >= range.oldest && serverMinor <= range.newest;
  return {
    code: 'version-skew',
    consequence: 'unsupported',
    path: version.path,
    span: version.span,
    message: inRange ? newer : `${name} ${shown} is not supported by ${of}, which supports ${allowed}`,
    why: `${describe(server)}${inRange ? ' Upgrade the API server first: an older one may not serve the APIs that a newer component uses.' : ''}`,
    remedy: inRange ? `Upgrade the API server first, or use ${name} ${allowed}.` : `Use ${name} ${allowed}.`,
    source: 'KEP-4330, Skew; kubernetes.io/releases/version-skew-policy',
    fixes: () => [],
  };
}

function describe({ binary, emulation, minCompatibility }: EffectiveVersions): string {
  const emulating = emulation === binary ? ' and' : `, emulates ${formatMinor(emulation)} and`;
  return `The API server runs ${formatMinor(binary)}${emulating} is compatible down to ${formatMinor(minCompatibility)}; this decides which versions of other components are supported.`;
}
