import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import schema from '../../../schemas/config.schema.json' with { type: 'json' };
import { chooseCrdSet, crdSets } from './crds.ts';

describe('the releases of built-in sets', () => {
  const chosen = (set: string, release: string) =>
    chooseCrdSet(set, release, undefined, ({ message }) => assert.match(message, /has no known release/));

  for (const [set, written, release, label] of [
    ['gateway-api', 'v1.2.0', 'v1.2.0', 'v1.2.0'],
    ['gateway-api', '1.2', 'v1.2.1', 'v1.2'],
    ['cert-manager', 'v1.16', 'v1.16.5', 'v1.16'],
    ['cert-manager', '1.16.2', 'v1.16.5', 'v1.16.2'],
    ['istio', 'v1.30', '1.30.3', '1.30'],
    ['istio', '1.30.3', '1.30.3', '1.30.3'],
    ['linkerd', '2.14', 'stable-2.14.10', 'stable-2.14'],
    ['knative-serving', 'v1.22', 'knative-v1.22.1', 'knative-v1.22'],
    ['gha-runner-scale-set', '0.13.0', 'gha-runner-scale-set-0.13.1', 'gha-runner-scale-set-0.13.0'],
    ['spark-operator', 'v1beta2-1.0.1-2.4.4', 'v1beta2-1.0.1-2.4.4', 'v1beta2-1.0.1-2.4.4'],
    ['openshift', '4.16', '4.16', '4.16'],
  ] as const) {
    it(`${set} ${written} is ${release}`, () => {
      const choice = chosen(set, written);
      assert.deepEqual([choice?.release, choice?.written], [release, label]);
    });
  }

  it('are refused if no release has the name', () => {
    for (const release of ['v9.9', '1', 'latest', 'stable-1.16', ''])
      assert.equal(chosen('cert-manager', release), undefined, release);
  });

  it('are in the documentation', () => {
    const page = readFileSync(new URL('../../../docs/custom-resources.md', import.meta.url), 'utf8');
    const rows = crdSets.map(
      ({ name, label, releases, groups }) =>
        `| \`${name}\` | ${label} | ${releases[0]} to ${releases.at(-1)} | ${groups.join(', ')} |`,
    );
    assert.ok(page.endsWith(`| --- | --- | --- | --- |\n${rows.join('\n')}\n`));
  });

  it('can be named in the configuration, by its schema', () => {
    const { properties } = schema.definitions.target.properties.crds;
    assert.deepEqual(Object.keys(properties).sort(), [...crdSets.map(({ name }) => name), 'paths'].sort());
  });
});
