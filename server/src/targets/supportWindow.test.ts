import assert from 'node:assert/strict';
import resources from '../../data/authored/cluster-resources.json' with { type: 'json' };
import facts from '../../data/authored/support-windows.json' with { type: 'json' };
import { describeSupport, describeWindow, providerOf, supportState, supportWindow } from './supportWindow.ts';
import { factMinor, minor } from './version.ts';

describe('support windows', () => {
  it('give the support on each day', () => {
    const window = supportWindow(minor(31), 'eks');
    assert.ok(window !== undefined);
    assert.deepEqual(
      ['2025-11-26', '2025-11-27', '2026-11-26', '2026-11-27'].map((day) => supportState(window, day)),
      ['standard', 'extended', 'extended', 'ended'],
    );
    assert.equal(
      describeSupport(window, '2025-06-01'),
      '1.31 leaves standard support of Amazon EKS on 2025-11-26, extended support ends on 2026-11-26',
    );
    assert.equal(
      describeSupport(window, '2026-06-01'),
      '1.31 left standard support of Amazon EKS on 2025-11-26, extended support ends on 2026-11-26',
    );
    assert.equal(describeSupport(window, '2027-06-01'), 'Amazon EKS ended its support of 1.31 on 2026-11-26');
  });

  it('have a single end without extended support, and do not exist for unknown minors and providers', () => {
    const upstream = supportWindow(minor(29));
    assert.equal(
      upstream && describeSupport(upstream, '2025-03-01'),
      'Kubernetes ended its support of 1.29 on 2025-02-28',
    );
    assert.equal(upstream && describeSupport(upstream, '2025-02-28'), 'Kubernetes supports 1.29 until 2025-02-28');
    assert.equal(supportWindow(minor(99)), undefined);
    assert.equal(supportWindow(minor(31), 'nobody'), undefined);
  });

  it('are described without a date, for the provider in the version of a server', () => {
    const window = supportWindow(minor(31), providerOf('v1.31.9-eks-5d4a308'));
    assert.equal(
      window && describeWindow(window),
      'standard support of Amazon EKS for 1.31 until 2025-11-26, extended support until 2026-11-26',
    );
    assert.deepEqual(['v1.33.5-gke.1080000', 'v1.33.5', 'v1.33.5+k3s1'].map(providerOf), ['gke', undefined, undefined]);
  });

  it('are those of the project for minors that a distribution omits', () => {
    const says = (version: number, provider: string) => {
      const window = supportWindow(minor(version), provider);
      return window && describeWindow(window);
    };
    assert.equal(says(29, 'talos'), 'Talos Linux supports 1.29 until 2025-12-22');
    assert.equal(says(35, 'talos'), 'Kubernetes supports 1.35 until 2027-02-28');
    assert.equal(says(35, 'linode'), 'Linode Kubernetes Engine supports 1.35 until 2027-02-28');
    assert.equal(says(36, 'oke'), undefined);
    assert.equal(says(34, providerOf('v1.34.1+rke2r1') ?? ''), 'RKE2 supports 1.34 until 2026-10-27');
  });

  it('have the same dates in every text, for every provider and minor', () => {
    const daysIn = (text: string): readonly string[] => text.match(/\d{4}-\d\d-\d\d/g) ?? [];
    let checked = 0;
    for (const { name, windows } of facts.providers) {
      for (const version of Object.keys(windows)) {
        const window = supportWindow(factMinor(version), name);
        assert.ok(window, `${name} ${version}`);
        const days = daysIn(describeWindow(window));
        assert.equal(days.at(-1), window.extended ?? window.standard);
        for (const day of ['2000-01-01', window.standard, window.extended ?? window.standard, '2100-01-01']) {
          const shownDays = daysIn(describeSupport(window, day));
          assert.ok(
            shownDays.length > 0 && shownDays.every((each) => days.includes(each)),
            `${name} ${version} on ${day}`,
          );
          checked += shownDays.length;
        }
      }
    }
    assert.ok(checked > 100, `${checked}`);
  });

  it('have valid dates in order, with a source', () => {
    const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
    for (const { name, source, asOf, windows } of facts.providers) {
      assert.match(source, /^https:/);
      assert.ok(isDay(asOf), name);
      for (const [version, { standard, extended }] of Object.entries<{ standard: string; extended?: string }>(
        windows,
      )) {
        assert.ok(isDay(standard), `${name} ${version}`);
        assert.ok(extended === undefined || (isDay(extended) && extended > standard), `${name} ${version}`);
      }
    }
  });

  it('exist for the large providers whose clusters files describe', () => {
    const known = new Set(facts.providers.map(({ name }) => name));
    const named = [resources.terraform.resources, resources.cloudFormation.resources, resources.azure.resources]
      .flatMap((all): readonly { readonly provider?: string }[] => all)
      .flatMap(({ provider }) => provider ?? []);
    assert.deepEqual([...new Set(named)].filter((name) => known.has(name)).sort(), [
      ...['aks', 'alibaba', 'digitalocean', 'eks', 'gke', 'linode', 'oke', 'openshift', 'ovh', 'scaleway'],
    ]);
  });

  it('are those of the project for a provider that follows its dates', () => {
    const [ovh, project] = [supportWindow(minor(34), 'ovh'), supportWindow(minor(34))];
    assert.ok(ovh && project);
    assert.deepEqual([ovh.title, ovh.standard], ['OVHcloud Managed Kubernetes', project.standard]);
  });
});
