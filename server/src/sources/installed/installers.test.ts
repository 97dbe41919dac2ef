import assert from 'node:assert/strict';
import data from '../../../data/authored/crd-installers.json' with { type: 'json' };
import { crdSets } from '../../targets/crds.ts';
import { builtInInstallers, plainUrl } from './installers.ts';

interface Entry {
  readonly source: string;
  readonly charts?: readonly { readonly repositories: readonly string[] }[];
  readonly repositories?: readonly {
    readonly name: string;
    readonly files: readonly { readonly path: string; readonly channel?: string }[];
  }[];
  readonly images?: readonly string[];
}

const entries: readonly (readonly [string, Entry])[] = Object.entries(data.sets);

describe('the installers of built-in sets', () => {
  it('have a source, and names in the form that is searched', () => {
    for (const [set, { source, charts = [], repositories = [], images = [] }] of entries) {
      assert.ok(source.length > 10, set);
      for (const url of charts.flatMap((chart) => chart.repositories)) assert.equal(plainUrl(url), url, set);
      for (const { name, files } of repositories) {
        assert.match(name, /^[\w.-]+\/[\w.-]+$/, set);
        for (const { path } of files) assert.match(path, /^[^/].*[^/]$/, set);
      }
      for (const image of images) assert.match(image, /^[\w-]+\.[\w.-]+\/[^:@]+$/, set);
    }
  });

  it('have the channels of their sets', () => {
    for (const { name, channels } of crdSets) {
      const files =
        entries.find(([set]) => set === name)?.[1].repositories?.flatMap((repository) => repository.files) ?? [];
      for (const { channel } of files) {
        assert.ok(channels.length === 0 ? channel === undefined : channels.includes(channel ?? ''), name);
      }
    }
  });

  it('have releases of Gateway API and Cluster API, but no certain one if a chart contains its own', () => {
    const gatewayApi = (path: string, version: string) =>
      builtInInstallers.byRepository('kubernetes-sigs/gateway-api', path, version);
    const choice = { set: 'gateway-api', release: 'v1.2.0', written: 'v1.2.0', channel: 'experimental' };
    assert.deepEqual(gatewayApi('experimental-install.yaml', 'v1.2.0'), [{ set: 'gateway-api', releases: [choice] }]);
    assert.deepEqual(gatewayApi('config/crd/experimental/x.yaml', 'v1.2.9'), [
      { set: 'gateway-api', releases: [undefined] },
    ]);
    const [coreProvider] = builtInInstallers.byRepository(
      'kubernetes-sigs/cluster-api',
      'core-components.yaml',
      'v1.9.3',
    );
    assert.deepEqual(
      coreProvider?.releases.map((release) => release?.release),
      ['v1.9.11'],
    );
    const chart = builtInInstallers.byChart('gateway-helm', 'oci://docker.io/envoyproxy', 'v1.2.0', new Set());
    assert.deepEqual(chart, [{ set: 'gateway-api', releases: [undefined] }]);
  });
});
