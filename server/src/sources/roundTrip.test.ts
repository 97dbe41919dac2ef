import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readManifest } from '../manifest/read/readManifest.ts';
import { formatSetting } from '../targets/settings.ts';
import type { Setting, Target } from '../targets/target.ts';
import { formatMinor, isMinor } from '../targets/version.ts';
import { applyEdits } from '../text/edit.ts';
import { apiServerOf, describeNamedFile } from './describeClusters.ts';
import { fileTarget } from './fileTarget.ts';

type Flag = readonly [name: string, value: string];

/** A format for targets. `settingsOnly`: it supports no other flags than the two lists. */
interface Format {
  readonly path?: string;
  readonly settingsOnly?: true;
  /** The file has no version, so it must be given separately. */
  readonly noVersion?: true;
  /** What the server adds to its version, if the written version decides it. */
  readonly reportedSuffix?: string;
  write(target: Target): string;
}

const version = ({ binary }: Target) => `v${formatMinor(binary)}.2`;
const list = (settings: readonly Setting[]) => settings.map(formatSetting).join(',');

function flagsOf(target: Target): readonly Flag[] {
  const flags: Flag[] = [['etcd-servers', 'https://127.0.0.1:2379']];
  if (target.emulatedVersion !== undefined) flags.push(['emulated-version', target.emulatedVersion]);
  if (target.minCompatibilityVersion !== undefined)
    flags.push(['min-compatibility-version', target.minCompatibilityVersion]);
  if (target.runtimeConfig.length > 0) flags.push(['runtime-config', list(target.runtimeConfig)]);
  if (target.featureGates.length > 0) flags.push(['feature-gates', list(target.featureGates)]);
  if (target.emulationForwardCompatible !== undefined)
    flags.push(['emulation-forward-compatible', target.emulationForwardCompatible]);
  return flags;
}

const quote = (text: string) => JSON.stringify(text);
const map = (indent: string, entries: readonly Flag[]) =>
  entries.map(([key, value]) => `${indent}${key}: ${quote(value)}\n`).join('');
const settings = (indent: string, entries: readonly Setting[]) =>
  map(
    indent,
    entries.map(({ key, value }) => [key, value]),
  );
const booleans = (indent: string, entries: readonly Setting[]) =>
  entries.map(({ key, value }) => `${indent}${quote(key)}: ${value}\n`).join('');
const items = (indent: string, entries: readonly Flag[]) =>
  entries.map(([name, value]) => `${indent}- name: ${name}\n${indent}  value: ${quote(value)}\n`).join('');
const lines = (indent: string, all: readonly string[]) => all.map((line) => `${indent}- ${quote(line)}\n`).join('');
const words = (target: Target) => flagsOf(target).map(([name, value]) => `--${name}=${value}`);

const formats: Readonly<Record<string, Format>> = {
  'static pod, one word a flag': {
    write: (target) =>
      `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: registry.k8s.io/kube-apiserver:${version(target)}\n    command:\n    - kube-apiserver\n${words(
        target,
      )
        .map((word) => `    - ${word}\n`)
        .join('')}`,
  },
  'static pod, values apart': {
    write: (target) =>
      `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: registry.k8s.io/kube-apiserver:${version(target)}\n    args: [${flagsOf(
        target,
      )
        .flatMap(([name, value]) =>
          name.endsWith('compatible') ? [quote(`--${name}=${value}`)] : [quote(`--${name}`), `'${value}'`],
        )
        .join(', ')}]\n`,
  },
  'static pod, shell in a block scalar': {
    write: (target) =>
      `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: k8s.gcr.io/hyperkube:${version(target)}\n    command:\n    - /bin/sh\n    - -c\n    - |\n      exec /hyperkube apiserver \\\n${words(
        target,
      )
        .map((word) => `        ${word} \\\n`)
        .join('')}        >log 2>&1\n`,
  },
  'kubeadm, map': {
    write: (target) =>
      `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: ${version(target)}\napiServer:\n  extraArgs:\n${map('    ', flagsOf(target))}`,
  },
  'kubeadm, list': {
    write: (target) =>
      `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: ${version(target)}\napiServer:\n  extraArgs:\n${items('  ', flagsOf(target))}`,
  },
  'kind, fields': {
    settingsOnly: true,
    write: (target) =>
      `kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nfeatureGates:\n${booleans('  ', target.featureGates)}runtimeConfig:\n${settings('  ', target.runtimeConfig)}nodes:\n- role: control-plane\n  image: kindest/node:${version(target)}\n`,
  },
  'kind, patch': {
    write: (target) =>
      `kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnodes:\n- role: control-plane\n  image: kindest/node:${version(target)}\n  kubeadmConfigPatches:\n  - |\n    kind: ClusterConfiguration\n    apiServer:\n      extraArgs:\n${map('        ', flagsOf(target))}`,
  },
  'Cluster API, map': {
    write: (target) =>
      `apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\nspec:\n  version: ${version(target)}\n  kubeadmConfigSpec:\n    clusterConfiguration:\n      apiServer:\n        extraArgs:\n${map('          ', flagsOf(target))}`,
  },
  'Cluster API, list': {
    write: (target) =>
      `apiVersion: controlplane.cluster.x-k8s.io/v1beta2\nkind: KubeadmControlPlane\nspec:\n  version: ${version(target)}\n  kubeadmConfigSpec:\n    clusterConfiguration:\n      apiServer:\n        extraArgs:\n${items('        ', flagsOf(target))}`,
  },
  k3s: {
    noVersion: true,
    write: (target) =>
      `token: secret\nkube-apiserver-arg:\n${flagsOf(target)
        .map(([name, value]) => `- "${name}=${value}"\n`)
        .join('')}`,
  },
  k0s: {
    reportedSuffix: '+k0s',
    write: (target) =>
      `apiVersion: k0sctl.k0sproject.io/v1beta1\nkind: Cluster\nspec:\n  k0s:\n    version: ${version(target)}+k0s.0\n    config:\n      spec:\n        api:\n          extraArgs:\n${map('            ', flagsOf(target))}`,
  },
  minikube: {
    path: 'config.json',
    write: (target) =>
      JSON.stringify({
        Name: 'minikube',
        KubernetesConfig: {
          KubernetesVersion: version(target),
          ExtraOptions: flagsOf(target).map(([Key, Value]) => ({ Component: 'apiserver', Key, Value })),
        },
      }),
  },
  kops: {
    settingsOnly: true,
    write: (target) =>
      `apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec:\n  kubernetesVersion: ${version(target)}\n  kubeAPIServer:\n    featureGates:\n${settings('      ', target.featureGates)}    runtimeConfig:\n${settings('      ', target.runtimeConfig)}`,
  },
  Gardener: {
    settingsOnly: true,
    write: (target) =>
      `apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nspec:\n  kubernetes:\n    version: ${version(target)}\n    kubeAPIServer:\n      featureGates:\n${settings('        ', target.featureGates)}      runtimeConfig:\n${settings('        ', target.runtimeConfig)}`,
  },
  'EKS Anywhere': {
    write: (target) =>
      `apiVersion: anywhere.eks.amazonaws.com/v1alpha1\nkind: Cluster\nspec:\n  kubernetesVersion: ${quote(formatMinor(target.binary))}\n  controlPlaneConfiguration:\n    apiServerExtraArgs:\n${map('      ', flagsOf(target))}`,
  },
  Talos: {
    write: (target) =>
      `version: v1alpha1\nmachine:\n  type: controlplane\ncluster:\n  apiServer:\n    image: registry.k8s.io/kube-apiserver:${version(target)}\n    extraArgs:\n${map('      ', flagsOf(target))}`,
  },
  Rancher: {
    reportedSuffix: '+rke2r1',
    write: (target) =>
      `apiVersion: provisioning.cattle.io/v1\nkind: Cluster\nspec:\n  kubernetesVersion: ${version(target)}+rke2r1\n  rkeConfig:\n    machineGlobalConfig:\n      kube-apiserver-arg:\n${flagsOf(
        target,
      )
        .map(([name, value]) => `      - "${name}=${value}"\n`)
        .join('')}`,
  },
  RKE: {
    path: 'cluster.yml',
    reportedSuffix: '',
    write: (target) =>
      `kubernetes_version: ${version(target)}-rancher1-1\nnodes: []\nservices:\n  kube-api:\n    extra_args:\n${map('      ', flagsOf(target))}`,
  },
  kubespray: {
    settingsOnly: true,
    write: (target) =>
      `kube_version: ${formatMinor(target.binary)}.2\nkube_network_plugin: calico\nkube_apiserver_feature_gates:\n${lines('  ', target.featureGates.map(formatSetting))}kube_api_runtime_config:\n${lines('  ', target.runtimeConfig.map(formatSetting))}`,
  },
  vcluster: {
    write: (target) =>
      `controlPlane:\n  distro:\n    k8s:\n      version: ${version(target)}\n      apiServer:\n        extraArgs:\n${lines('          ', words(target))}`,
  },
  MicroK8s: {
    noVersion: true,
    write: (target) =>
      `version: 0.2.0\nextraKubeAPIServerArgs:\n${map(
        '  ',
        flagsOf(target).map(([name, value]) => [`--${name}`, value]),
      )}`,
  },
  k3d: {
    reportedSuffix: '+k3s1',
    write: (target) =>
      `apiVersion: k3d.io/v1alpha5\nkind: Simple\nimage: rancher/k3s:${version(target)}-k3s1\noptions:\n  k3s:\n    extraArgs:\n${flagsOf(
        target,
      )
        .map(([name, value]) => `    - arg: "--kube-apiserver-arg=${name}=${value}"\n      nodeFilters: [server:*]\n`)
        .join('')}`,
  },
  'compose file, one text': {
    reportedSuffix: '+k3s1',
    write: (target) =>
      `services:\n  k3s:\n    image: rancher/k3s:${version(target)}-k3s1\n    command: server ${flagsOf(target)
        .map(([name, value]) => `--kube-apiserver-arg=${name}=${value}`)
        .join(' ')}\n`,
  },
  'compose file, words apart': {
    reportedSuffix: '+k3s1',
    write: (target) =>
      `services:\n  k3s:\n    image: rancher/k3s:${version(target)}-k3s1\n    command:\n    - server\n${lines(
        '    ',
        flagsOf(target).flatMap(([name, value]) => ['--kube-apiserver-arg', `${name}=${value}`]),
      )}`,
  },
  'systemd unit': {
    path: 'kube-apiserver.service',
    noVersion: true,
    write: (target) =>
      `[Unit]\nDescription=x\n[Service]\nExecStart=/usr/bin/kube-apiserver \\\n  ${words(target).join(' \\\n  ')}\nRestart=always\n`,
  },
  'command line': {
    path: 'start.sh',
    noVersion: true,
    write: (target) =>
      `exec ./kube-apiserver ${flagsOf(target)
        .map(([name, value]) => `--${name}='${value}'`)
        .join(' ')} &\n`,
  },
};

const settingsArbitrary = (key: fc.Arbitrary<string>) =>
  fc.uniqueArray(fc.record({ key, value: fc.constantFrom('true', 'false') }, { noNullPrototype: true }), {
    selector: ({ key: name }) => name,
    maxLength: 4,
  });

const targets: fc.Arbitrary<Target> = fc
  .record({
    binary: fc.integer({ min: 8, max: 45 }).filter(isMinor),
    featureGates: settingsArbitrary(fc.stringMatching(/^[A-Z][A-Za-z0-9]{1,12}$/)),
    runtimeConfig: settingsArbitrary(
      fc.constantFrom('api/all', 'api/beta', 'v1', 'apps/v1', 'batch/v1/jobs', 'resource.k8s.io/v1beta1'),
    ),
    emulatedVersion: fc.constantFrom(undefined, '1.35', 'kube=1.36'),
    minCompatibilityVersion: fc.constantFrom(undefined, '1.34'),
    emulationForwardCompatible: fc.constantFrom(undefined, 'true', 'false'),
  })
  .map(({ binary, featureGates, runtimeConfig, ...rest }) => ({
    binary,
    featureGates,
    runtimeConfig,
    ...(rest.emulatedVersion === undefined ? {} : { emulatedVersion: rest.emulatedVersion }),
    ...(rest.minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion: rest.minCompatibilityVersion }),
    ...(rest.emulationForwardCompatible === undefined
      ? {}
      : { emulationForwardCompatible: rest.emulationForwardCompatible }),
  }));

function readBack({ path = 'x.yaml', noVersion }: Format, text: string, target: Target): Target {
  const read = fileTarget(text, path, undefined, noVersion ? target.binary : undefined);
  assert.ok(read.ok, read.ok ? '' : `${JSON.stringify(read.problems)}\n${text}`);
  return read.target;
}

describe('targets written into a format and read back', () => {
  for (const [name, format] of Object.entries(formats)) {
    const { settingsOnly, reportedSuffix: suffix } = format;
    const reported = suffix === undefined ? {} : { reports: [{ suffix, minorSuffix: '', patch: 2 }] };
    const written = ({ binary, runtimeConfig, featureGates, ...flags }: Target): Target => ({
      binary,
      runtimeConfig,
      featureGates,
      ...(settingsOnly ? {} : flags),
      ...reported,
    });

    it(`${name}: are equal`, () => {
      fc.assert(
        fc.property(targets, (target) => {
          assert.deepEqual(readBack(format, format.write(target), target), written(target));
        }),
        { seed: 1, numRuns: 40 },
      );
    });

    it(`${name}: have the position of every setting, which can be changed or removed`, () => {
      fc.assert(
        fc.property(targets, fc.nat(), (target, pick) => {
          const text = format.write(target);
          const [cluster] = describeNamedFile(readManifest(text), format.path ?? 'x.yaml');
          const server = cluster && apiServerOf(cluster);
          const all = server?.flags.flatMap(({ settings: found }) => found) ?? [];
          for (const { key, value, span } of all) {
            const shown = text.slice(span.start, span.end);
            assert.ok(shown.includes(key) && shown.includes(value), shown);
          }
          const setting = all[pick % Math.max(all.length, 1)];
          if (setting === undefined) return;
          const other = { key: setting.key, value: setting.value === 'true' ? 'false' : 'true' };
          const rewritten = applyEdits(text, setting.rewrite(other) ?? []);
          const replace = (settingsOf: readonly Setting[]) =>
            settingsOf.map((existing) => (existing.key === setting.key ? other : existing));
          const { runtimeConfig, featureGates } = target;
          assert.deepEqual(readBack(format, rewritten ?? '', target), {
            ...written(target),
            runtimeConfig: replace(runtimeConfig),
            featureGates: replace(featureGates),
          });
          const removed = setting.remove();
          if (removed === undefined) return;
          const without = (settingsOf: readonly Setting[]) =>
            settingsOf.filter((existing) => existing.key !== setting.key);
          assert.deepEqual(readBack(format, applyEdits(text, removed) ?? '', target), {
            ...written(target),
            runtimeConfig: without(runtimeConfig),
            featureGates: without(featureGates),
          });
        }),
        { seed: 2, numRuns: 40 },
      );
    });
  }
});
