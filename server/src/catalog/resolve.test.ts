import assert from 'node:assert/strict';
import fc from 'fast-check';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { parseTargetExpression } from '../targets/expression.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import type { Setting, Target } from '../targets/target.ts';
import { factMinor, formatMinor, minor } from '../targets/version.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { inSpans } from './catalog.ts';
import { type Resolution, resolve } from './resolve.ts';
import type { ApiSurface, Availability, ServedResource } from './surface.ts';

const catalog = readCatalog();
const emulating = [31, 32, 33, 34, 35, 36, 37];

describe('resolve', () => {
  it('serves the default APIs of each release', () => {
    for (let binary = 8; binary <= 37; binary++) {
      const { resources } = surfaceOf(formatMinor(minor(binary)));
      for (const { facts } of resources) {
        assert.ok(inSpans(facts.served, minor(binary)), `${binary} serves ${formatGroupVersion(facts)} ${facts.kind}`);
      }
      assert.ok(resources.length > 40, `${binary} serves only ${resources.length} resources`);
    }
  });

  // As kube-apiserver 1.37.2 answers: its plugins wait for the objects that they read.
  const readByPlugins = {
    'storage.k8s.io/v1': ['DefaultStorageClass', 'PersistentVolumeClaimResize'],
    'scheduling.k8s.io/v1': ['Priority'],
    'node.k8s.io/v1': ['RuntimeClass'],
    'networking.k8s.io/v1/ingressclasses': ['DefaultIngressClass'],
    '/v1/limitranges': ['LimitRanger'],
    '/v1/resourcequotas': ['ResourceQuota'],
    'admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': ['ValidatingAdmissionPolicy'],
  };
  for (const [api, plugins] of Object.entries(readByPlugins)) {
    it(`warns that a server without ${api} is never ready, while the plugins that read it are on`, () => {
      const off = `1.37,runtime-config=${api}=false`;
      const { warnings } = surfaceOf(off);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.includes(` while ${plugins.join(' and ')} ${plugins.length === 1 ? 'is' : 'are'} on`));
      const [first, ...rest] = plugins;
      assert.equal(surfaceOf(`${off},disable-admission-plugins=${first}`).warnings.length, rest.length);
      assert.deepEqual(surfaceOf(`${off},disable-admission-plugins=${plugins.join(';')}`).warnings, []);
    });
  }

  it('needs Secrets to start, and other APIs to be ready', () => {
    const webhooks = 'admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    for (const api of ['/v1/serviceaccounts', '/v1/nodes', 'discovery.k8s.io/v1', webhooks]) {
      assert.equal(surfaceOf(`1.37,runtime-config=${api}=false`).warnings.length, 1, api);
    }
    for (const api of [
      '/v1/configmaps',
      '/v1/persistentvolumeclaims',
      '/v1/endpoints',
      'apps/v1',
      'coordination.k8s.io/v1',
    ]) {
      assert.deepEqual(surfaceOf(`1.37,runtime-config=${api}=false`).warnings, [], api);
    }
    const parsed = parseTargetExpression('1.37,runtime-config=/v1/secrets=false');
    assert.ok(parsed.ok && !resolve('x', parsed.target, catalog).ok);
  });

  it('serves with api/all=true everything that a release has and whose gates are on', () => {
    for (const binary of emulating) {
      const surface = surfaceOf(`1.${binary},runtime-config=api/all=true`);
      const missing = catalog.kinds.filter(
        (kind) => inSpans(kind.served, minor(binary)) && surface.availability(kind).state !== 'served',
      );
      for (const kind of missing) {
        const answer = surface.availability(kind);
        assert.ok(
          answer.state === 'not-enabled' && answer.enable.gates.length > 0,
          `1.${binary}: ${kind.kind} ${answer.state}`,
        );
      }
    }
  });

  it('refuses flags that a binary does not have', () => {
    const flagsRefused = (expression: string) => problems(expression).map(({ flag }) => flag);
    assert.deepEqual(flagsRefused('1.30,emulated-version=1.30'), ['emulated-version']);
    assert.deepEqual(flagsRefused('1.32,emulation-forward-compatible'), ['emulation-forward-compatible']);
    assert.deepEqual(flagsRefused('1.34,min-compatibility-version=1.33'), ['min-compatibility-version']);
    assert.deepEqual(flagsRefused('1.99'), ['binary-version']);
    assert.deepEqual(flagsRefused('1.7'), ['binary-version']);
  });

  it('limits the emulation version to no earlier minor in 1.31, one in 1.32, and three down to 1.31 later', () => {
    const floors: readonly (readonly [number, number])[] = [
      [31, 31],
      [32, 31],
      [33, 31],
      [34, 31],
      [35, 32],
      [36, 33],
      [37, 34],
    ];
    for (const [binary, floor] of floors) {
      const accepted = emulating.filter((version) => tryResolve(`1.${binary},emulated-version=1.${version}`).ok);
      assert.deepEqual(
        accepted,
        emulating.filter((version) => version >= floor && version <= binary),
      );
    }
  });

  it('fills in the min compatibility version', () => {
    const minCompatibility = (expression: string) => formatMinor(surfaceOf(expression).versions.minCompatibility);
    assert.equal(minCompatibility('1.37'), '1.36');
    assert.equal(minCompatibility('1.37,emulated-version=1.34'), '1.34');
    assert.equal(minCompatibility('1.32,emulated-version=1.31'), '1.31');
    assert.equal(minCompatibility('1.33,emulated-version=1.32'), '1.31');
  });

  it('suggests the intended gate and group for a misspelling', () => {
    assert.match(
      problems('1.37,feature-gates=HPAConfigurabelTolerance=true')[0]?.allowed ?? '',
      /HPAConfigurableTolerance/,
    );
    assert.match(problems('1.37,runtime-config=aps/v1=true')[0]?.allowed ?? '', /apps\/v1/);
    assert.match(problems('1.37,runtime-config=batch/v3=true')[0]?.allowed ?? '', /batch\/v1/);
  });

  it('warns about APIs that the server serves only on some starts', () => {
    // Recorded five times on 1.34.4: v1beta2 was served twice.
    const named =
      '1.34,emulated-version=1.32,emulation-forward-compatible,feature-gates=DynamicResourceAllocation=true';
    const { warnings } = surfaceOf(`${named},runtime-config=resource.k8s.io/v1beta1=true`);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /resource\.k8s\.io\/v1beta2 on some starts/);
    assert.deepEqual(surfaceOf(`${named},runtime-config=api/beta=true`).warnings, []);
  });

  it('gives the same result for an emulated version equal to the binary as without one', () => {
    for (const binary of emulating) {
      assert.deepEqual(shape(surfaceOf(`1.${binary},emulated-version=1.${binary}`)), shape(surfaceOf(`1.${binary}`)));
    }
  });

  it('never serves less with a forward-compatible switch', () => {
    const switches = ['emulation-forward-compatible', 'runtime-config-emulation-forward-compatible'];
    const versions = fc
      .constantFrom(33, 34, 35, 36, 37)
      .chain((binary) => fc.tuple(fc.constant(binary), fc.integer({ min: Math.max(31, binary - 3), max: binary - 1 })));
    fc.assert(
      fc.property(versions, runtimeConfigs(), fc.constantFrom(...switches), ([binary, emulation], config, added) => {
        const base = `1.${binary},emulated-version=1.${emulation},runtime-config=${config}`;
        const without = tryResolve(base);
        if (!without.ok) return;
        const keys = new Set(shape(surfaceOf(`${base},${added}`)).served);
        for (const key of shape(without.surface).served) assert.ok(keys.has(key), `${base},${added} lacks ${key}`);
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on the order of runtime-config', () => {
    const someSettings = fc.uniqueArray(fc.constantFrom(...settingPool), { selector: ({ key }) => key, maxLength: 5 });
    const shuffled = someSettings.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([given, reordered]) => {
        const results = [given, reordered].map((runtimeConfig) => resolve('x', target(runtimeConfig), catalog));
        const [a, b] = results.map((result) => (result.ok ? shape(result.surface) : result.problems));
        assert.deepEqual(a, b);
      }),
      { numRuns: 60 },
    );
  });
});

describe('availability', () => {
  it('finds the replacement of a removed version, in other groups too', () => {
    assert.deepEqual(explain('1.37', 'extensions/v1beta1', 'Ingress'), ['removed', 'networking.k8s.io/v1']);
    assert.deepEqual(explain('1.37', 'extensions/v1beta1', 'Deployment'), ['removed', 'apps/v1']);
    assert.deepEqual(explain('1.37', 'batch/v1beta1', 'CronJob'), ['removed', 'batch/v1']);
    assert.deepEqual(explain('1.37', 'policy/v1beta1', 'PodSecurityPolicy'), ['removed']);
    assert.deepEqual(explain('1.22', 'extensions/v1beta1', 'PodSecurityPolicy'), ['removed', 'policy/v1beta1']);
  });
  it('finds the group of a kind before it moved', () => {
    assert.deepEqual(explain('1.13', 'networking.k8s.io/v1', 'Ingress'), ['not-yet-served', 'extensions/v1beta1']);
    assert.deepEqual(explain('1.8', 'apps/v1', 'Deployment').slice(0, 2), ['not-yet-served', 'apps/v1beta2']);
  });
  it('lists versions of the same group first, the preferred one first', () => {
    const expression = '1.37,emulated-version=1.36,runtime-config=api/beta=true';
    assert.deepEqual(explain(expression, 'resource.k8s.io/v1alpha2', 'ResourceClaim'), [
      'removed',
      'resource.k8s.io/v1',
      'resource.k8s.io/v1beta2',
      'resource.k8s.io/v1beta1',
    ]);
  });
  it('distinguishes APIs that the binary has but the emulation version lacks', () => {
    const inBinary = (expression: string) => {
      const answer = ask(expression, 'admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy');
      return answer.state === 'not-yet-served' ? [formatMinor(answer.introduced), answer.inBinary] : answer.state;
    };
    assert.deepEqual(inBinary('1.37,emulated-version=1.35'), ['1.36', true]);
    assert.deepEqual(inBinary('1.35'), ['1.36', false]);
    assert.deepEqual(inBinary('1.36'), 'served');
  });
  it('names the settings that turn a resource on', () => {
    const beta = ask('1.37', 'resource.k8s.io/v1beta1', 'ResourceClaim');
    assert.ok(beta.state === 'not-enabled');
    assert.deepEqual(beta.enable, { runtimeConfig: { group: 'resource.k8s.io', version: 'v1beta1' }, gates: [] });
    const gated = ask('1.37,runtime-config=api/all=true', 'lifecycle.k8s.io/v1alpha1', 'Eviction');
    assert.ok(gated.state === 'not-enabled');
    assert.deepEqual(gated.enable, {
      runtimeConfig: undefined,
      gates: [{ name: 'EvictionRequestAPI', settable: true }],
    });
  });
  it('distinguishes unknown names, types of calls and custom resources', () => {
    assert.equal(ask('1.37', 'apps/v7', 'Deployment').state, 'unknown-version');
    assert.equal(ask('1.37', 'apps/v1', 'Deploymnet').state, 'unknown-kind');
    assert.equal(ask('1.37', 'policy/v1', 'Eviction').state, 'not-a-resource');
    assert.equal(ask('1.37', 'v1', 'Status').state, 'not-a-resource');
    assert.equal(ask('1.37', 'v1', 'Binding').state, 'served');
    assert.equal(ask('1.37', 'gateway.networking.k8s.io/v1', 'Gateway').state, 'custom');
    assert.equal(ask('1.37', 'metrics.k8s.io/v1beta1', 'PodMetrics').state, 'custom');
  });
});

const settingPool: readonly Setting[] = [
  { key: 'api/all', value: 'true' },
  { key: 'api/beta', value: 'true' },
  { key: 'api/alpha', value: 'false' },
  { key: 'resource.k8s.io/v1beta1', value: 'false' },
  { key: 'resource.k8s.io/v1beta2/resourceslices', value: 'true' },
  { key: 'resource.k8s.io/v1beta2', value: 'false' },
  { key: 'batch/v1/cronjobs', value: '0' },
  { key: 'nosuch.k8s.io/v1', value: 'true' },
];

function runtimeConfigs(): fc.Arbitrary<string> {
  const keys = [
    'api/all',
    'api/beta',
    'api/alpha',
    'resource.k8s.io/v1beta1',
    'networking.k8s.io/v1beta1',
    'storage.k8s.io/v1beta1',
  ];
  return fc.uniqueArray(fc.constantFrom(...keys)).map((list) => list.map((key) => `${key}=true`).join(';'));
}

function target(runtimeConfig: readonly Setting[]): Target {
  return { binary: factMinor('1.37'), emulatedVersion: '1.35', runtimeConfig, featureGates: [] };
}

function tryResolve(expression: string): Resolution {
  const parsed = parseTargetExpression(expression);
  return parsed.ok ? resolve(expression, parsed.target, catalog) : parsed;
}

function problems(expression: string) {
  const result = tryResolve(expression);
  return result.ok ? [] : result.problems;
}

function shape({ resources, storageVersions, gates, versions, warnings }: ApiSurface) {
  const served = resources.map((resource) => `${formatGroupVersion(resource)} ${resource.kind}`);
  return { served, stored: [...storageVersions], gates: [...gates.values()], versions, warnings };
}

function ask(expression: string, apiVersion: string, kind: string): Availability {
  const groupVersion = parseGroupVersion(apiVersion);
  assert.ok(groupVersion !== undefined);
  return surfaceOf(expression).availability({ ...groupVersion, kind });
}

function explain(expression: string, apiVersion: string, kind: string): readonly string[] {
  const answer = ask(expression, apiVersion, kind);
  const alternatives: readonly ServedResource[] = 'alternatives' in answer ? answer.alternatives : [];
  return [answer.state, ...alternatives.map(formatGroupVersion)];
}
