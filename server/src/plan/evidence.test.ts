import assert from 'node:assert/strict';
import { resolveFlags } from '../../../test/harness/recorded.ts';
import { ComponentCount, countKubelets, countPods } from '../live/components.ts';
import type { InstalledAddon } from '../sources/installed/installedAddons.ts';
import { addonOf, releaseOf, supportsMinor } from '../targets/addons.ts';
import { parseMinor } from '../targets/version.ts';
import { withTargetCrds } from '../workspace/settings/targetCrds.ts';
import { addonUpgrades } from './addons.ts';
import { componentConflicts } from './components.ts';
import { type Plan, planBetween } from './plan.ts';

function plan(from: string, to: string): Plan {
  const [a, b] = [resolveFlags(from, []), resolveFlags(to, [])];
  assert.ok(a.ok && b.ok);
  return planBetween(a.surface, b.surface, withTargetCrds);
}

function installed(name: string, ...versions: readonly string[]): InstalledAddon {
  return { name, versions, from: { file: 'a.yaml', line: 0, text: versions.join() } };
}

describe('add-ons along a plan', () => {
  const linesOf = (upgrade: Plan, ...addons: readonly InstalledAddon[]) =>
    addonUpgrades(upgrade, addons).flatMap((all, step) =>
      all.map(({ addon, version, when, best }) => `${step + 1} ${addon.name} ${version} ${when} ${best?.name}`),
    );

  it('are upgraded before a step to the release that is supported longest, or with it if none supports both sides', () => {
    const upgrade = plan('1.31', '1.34');
    assert.deepEqual(linesOf(upgrade, installed('cert-manager', 'v1.12.3')), ['3 cert-manager v1.12.3 before v1.19']);
    assert.deepEqual(linesOf(upgrade, installed('cluster-autoscaler', 'v1.31.2')), [
      '2 cluster-autoscaler v1.31.2 with v1.32',
      '3 cluster-autoscaler v1.32 with v1.33',
      '4 cluster-autoscaler v1.33 with v1.34',
    ]);
    assert.deepEqual(linesOf(upgrade, installed('cert-manager', 'v1.19.1'), installed('metrics-server', 'v0.7.2')), []);
  });

  it('are unknown if no release is documented, and omitted if the document does not name their version', () => {
    const upgrade = plan('1.36', '1.37');
    assert.deepEqual(linesOf(upgrade, installed('cert-manager', 'v1.21.0')), ['2 cert-manager v1.21.0 open undefined']);
    assert.deepEqual(linesOf(upgrade, installed('cert-manager', 'v9.0.0'), installed('nothing', 'v1.0.0')), []);
  });

  it('are downgraded by a plan to the nearest release', () => {
    assert.deepEqual(linesOf(plan('1.35', '1.34'), installed('metrics-server', 'v0.9.0')), []);
    assert.deepEqual(linesOf(plan('1.34', '1.33'), installed('metrics-server', 'v0.9.0')), [
      '1 metrics-server v0.9.0 before v0.8',
    ]);
  });

  it('are distinguished by patch if patches differ', () => {
    const addon = addonOf('cluster-api');
    const minor = parseMinor('1.36');
    assert.ok(addon !== undefined && minor !== undefined);
    const supported = ['v1.12.7', 'v1.12.8', 'v1.12.20'].map((version) => {
      const release = releaseOf(addon, version);
      return release !== undefined && supportsMinor(release, minor);
    });
    assert.deepEqual(supported, [false, true, true]);
  });
});

describe('components of a cluster along a plan', () => {
  it('are counted by version, from tables of Nodes and images of Pods', () => {
    const count = new ComponentCount('cluster');
    const row = (name: string, version: string) => ({ cells: [name, 'Ready', version] });
    const columnDefinitions = [{ name: 'Name' }, { name: 'Status' }, { name: 'Version' }];
    const rows = [row('a', 'v1.31.4-eks-1'), row('b', 'v1.31.4-eks-1'), row('c', 'v1.29.0'), row('d', 'unknown'), 1];
    countKubelets({ columnDefinitions, rows }, count);
    countKubelets({ rows }, count);
    const pod = (name: string, image: unknown) => ({ metadata: { name }, spec: { containers: [{ image }] } });
    countPods(
      [
        pod('p', 'registry.k8s.io/kube-proxy:v1.31.4'),
        pod('q', 'registry.k8s.io/coredns/coredns:v1.11.1'),
        pod('r', 5),
      ],
      count,
    );
    assert.deepEqual(
      count.all().map(({ component, version, names }) => [component, version, ...names]),
      [
        ['kube-proxy', 'v1.31.4', 'p'],
        ['kubelet', 'v1.29.0', 'c'],
        ['kubelet', 'v1.31.4-eks-1', 'a', 'b'],
      ],
    );
  });

  it('are compared with every step, by the version skew policy', () => {
    const count = new ComponentCount('cluster');
    for (const version of ['v1.29.3', 'v1.32.1', 'v1.33.0']) count.add('kubelet', version, version);
    const found = plan('1.32', '1.33').steps.map((step) =>
      componentConflicts(step, count.all()).map(({ observed, word, isAlready }) => [observed.version, word, isAlready]),
    );
    assert.deepEqual(found, [
      [['v1.33.0', 'too new', true]],
      [
        ['v1.29.3', 'too old', false],
        ['v1.33.0', 'too new', true],
      ],
    ]);
  });
});
