import type { ApiSurface } from '../../../catalog/surface.ts';
import { factMinor } from '../../../targets/version.ts';
import { formatPath } from '../../../text/fieldPath.ts';
import { isGateOn } from '../../fieldGates.ts';
import { podTemplates } from '../../podTemplates.ts';
import type { Value } from '../../value.ts';
import { podAnnotations, podVolumes, sendsWarning, type VolumePlugin } from '../facts.ts';
import { warnAboutAnnotations } from '../names.ts';
import { type EmitWarning, quoted, type WarningRule, withFieldPath } from '../rule.ts';
import { warnAboutIp } from './addresses.ts';
import { containersOf, warnAboutContainers } from './containers.ts';
import { warnAboutNodeLabel, warnAboutNodeLabels, warnAboutNodeSelectorTerm } from './nodeLabels.ts';
import { warnAboutPorts } from './ports.ts';
import { warnAboutProfileAnnotations } from './profiles.ts';
import { warnAboutFractionalResources } from './quantities.ts';
import { warnAboutClaimSpec } from './storage.ts';
import { warnAboutVirtualPaths } from './virtualPaths.ts';

const source = 'pkg/api/pod/warnings.go';

/** Pods and everything that makes them (`warningsForPodSpecAndMeta`). */
export const podRules: readonly WarningRule[] = [
  { source, kinds: ['/Pod'], run: (root, warn, surface) => warnAboutPod(root, false, warn, surface) },
  ...[...podTemplates].map(
    ([kind, path]): WarningRule => ({
      source,
      kinds: [kind],
      run: (root, warn, surface) =>
        warnAboutPod(
          path.reduce((at, name) => at.at(name), root),
          true,
          warn,
          surface,
        ),
    }),
  ),
  {
    source: 'pkg/registry/apps/statefulset/strategy.go',
    kinds: ['apps/StatefulSet'],
    run(root, warn, { versions }) {
      for (const claim of root.at('spec').at('volumeClaimTemplates').items) {
        warnAboutClaimSpec(claim.at('spec'), warn, formatPath(claim.path));
      }
      const limit = root.at('spec').at('revisionHistoryLimit');
      if ((limit.number ?? 0) < 0 && sendsWarning(versions.binary, 'revisionHistory')) {
        const words = 'a negative value retains all historical revisions; a value >= 0 is recommended';
        warn(limit, withFieldPath(limit, words), 'Write a number of 0 or more.');
      }
    },
  },
  {
    source: 'pkg/api/job/warnings.go',
    kinds: ['batch/Job'],
    run: (root, warn) => warnAboutHugeJob(root.at('spec'), warn),
  },
  {
    source: 'pkg/api/job/warnings.go',
    kinds: ['batch/CronJob'],
    run: (root, warn) => warnAboutHugeJob(root.at('spec').at('jobTemplate').at('spec'), warn),
  },
];

function warnAboutPod(pod: Value, isTemplate: boolean, warn: EmitWarning, surface: ApiSurface): void {
  const spec = pod.at('spec');
  const metadata = pod.at('metadata');
  warnAboutAnnotations(metadata, podAnnotations, warn);
  warnAboutSelectors(spec, warn, surface);
  const volumes = spec.at('volumes').items;
  warnAboutVolumes(volumes, warn, surface);
  warnAboutVirtualPaths(volumes, warn, surface);
  warnAboutDuplicates(spec, warn);
  warnAboutFractionalResources(spec.at('overhead'), warn);
  const containers = containersOf(spec);
  warnAboutProfileAnnotations(metadata, spec, containers, isTemplate, warn, surface);
  warnAboutContainers(containers, warn);
  warnAboutPorts(spec, containers, isTemplate, warn, surface);
  const grace = spec.at('terminationGracePeriodSeconds');
  // In a pod itself the number is set to 1 before warnings.
  if ((grace.number ?? 0) < 0 && isTemplate) {
    const words = 'must be >= 0; negative values are invalid and will be treated as 1';
    warn(grace, withFieldPath(grace, words), 'Write a number of 0 or more.');
  }
  for (const server of spec.at('dnsConfig').at('nameservers').items) warnAboutIp(server, surface, warn);
  for (const alias of spec.at('hostAliases').items) warnAboutIp(alias.at('ip'), surface, warn);
}

function warnAboutSelectors(spec: Value, warn: EmitWarning, { versions }: ApiSurface): void {
  warnAboutNodeLabels(spec.at('nodeSelector'), warn, ({ path }) => formatPath(path));
  for (const constraint of spec.at('topologySpreadConstraints').items) {
    warnAboutNodeLabel(constraint.at('topologyKey'), warn);
    warnAboutMissingSelector(constraint, warn);
  }
  const affinity = spec.at('affinity');
  if (!affinity.present) return;
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  for (const term of affinity.at('nodeAffinity').at(required).at('nodeSelectorTerms').items) {
    warnAboutNodeSelectorTerm(term, false, warn);
  }
  for (const term of affinity.at('nodeAffinity').at(preferred).items) {
    warnAboutNodeSelectorTerm(term.at('preference'), sendsWarning(versions.binary, 'affinityValues'), warn);
  }
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    for (const term of affinity.at(kind).at(required).items) warnAboutMissingSelector(term, warn);
    for (const term of affinity.at(kind).at(preferred).items)
      warnAboutMissingSelector(term.at('podAffinityTerm'), warn);
  }
}

function warnAboutMissingSelector(term: Value, warn: EmitWarning): void {
  const at = term.at('labelSelector');
  if (at.present) return;
  const words = 'a null labelSelector results in matching no pod';
  warn(at, withFieldPath(at, words), 'Write a selector; {} matches every pod.');
}

function warnAboutVolumes(volumes: readonly Value[], warn: EmitWarning, surface: ApiSurface): void {
  const { versions } = surface;
  const takesImages = isGateOn(surface, 'ImageVolume');
  for (const volume of volumes) {
    // A volume of an image is dropped whole where images cannot be mounted.
    if (!takesImages && volume.has('image')) continue;
    for (const plugin of podVolumes) {
      if (!volume.has(plugin.field) || (plugin.since !== undefined && factMinor(plugin.since) > versions.binary))
        continue;
      const path = `${formatPath(volume.path)}.${plugin.called ?? plugin.field}`;
      const remedy = 'Use another type of volume, or the CSI driver of the storage.';
      warn(volume.at(plugin.field), `${path}: ${wordsOfPlugin(plugin, surface)}`, remedy);
    }
    if (volume.has('ephemeral')) {
      warnAboutClaimSpec(volume.at('ephemeral').at('volumeClaimTemplate').at('spec'), warn);
    }
  }
}

/** A plugin may be off by default since a version; if its gate is off, the server says so. */
function wordsOfPlugin({ words, gate, wordsWhenOff }: VolumePlugin, surface: ApiSurface): string {
  const isOff = gate !== undefined && surface.gates.get(gate)?.enabled === false;
  return isOff && wordsWhenOff !== undefined ? wordsWhenOff : words;
}

function warnAboutDuplicates(spec: Value, warn: EmitWarning): void {
  const remedy = 'Write each item once.';
  const addresses = new Set<string>();
  for (const { ip } of spec.at('hostAliases').items.map((alias) => ({ ip: alias.at('ip') }))) {
    if (addresses.has(ip.text)) warn(ip, withFieldPath(ip, `duplicate ip ${quoted(ip.text)}`), remedy);
    addresses.add(ip.text);
  }
  const secrets = new Set<string>();
  for (const { name } of spec.at('imagePullSecrets').items.map((secret) => ({ name: secret.at('name') }))) {
    if (secrets.has(name.text)) warn(name, withFieldPath(name, `duplicate name ${quoted(name.text)}`), remedy);
    if (name.text === '') warn(name, withFieldPath(name, `invalid empty name ${quoted('')}`), 'Name it or remove it.');
    secrets.add(name.text);
  }
}

function warnAboutHugeJob(spec: Value, warn: EmitWarning): void {
  if (spec.at('completionMode').text !== 'Indexed') return;
  if ((spec.at('completions').number ?? 0) <= 100_000 || (spec.at('parallelism').number ?? 0) <= 10_000) return;
  const words =
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';
  warn(spec, withFieldPath(spec, words), 'Lower completions or parallelism.');
}
