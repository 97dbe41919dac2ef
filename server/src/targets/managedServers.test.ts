import assert from 'node:assert/strict';
import facts from '../../data/authored/managed-servers.json' with { type: 'json' };
import windows from '../../data/authored/support-windows.json' with { type: 'json' };
import { resolve } from '../catalog/resolve.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { parseTargetFlags } from './flags.ts';
import { managedServer } from './managedServers.ts';
import { isTargetFlag } from './target.ts';
import { factMinor, type Minor, minor } from './version.ts';

const catalog = readCatalog();

function gatesOf(provider: string, version: Minor, isAlpha = false): ReadonlyMap<string, boolean> {
  const managed = managedServer(provider, version, isAlpha);
  assert.ok(managed);
  const parsed = parseTargetFlags(managed.flags, version);
  assert.ok(parsed.ok);
  const resolved = resolve(managed.title, parsed.target, catalog);
  assert.ok(resolved.ok, `${managed.title} ${version}: ${resolved.ok ? '' : JSON.stringify(resolved.problems)}`);
  return new Map([...resolved.surface.gates.values()].map(({ name, enabled }) => [name, enabled]));
}

describe('settings of managed clusters', () => {
  it('start a server of every minor, with and without alpha features', () => {
    for (const { name } of facts.providers) {
      for (let version = catalog.oldest; version <= catalog.newest; version = minor(version + 1)) {
        gatesOf(name, version);
        gatesOf(name, version, true);
      }
    }
  });

  it('differ from the defaults of Kubernetes, with a source and a date', () => {
    for (const { name, settings } of facts.providers) {
      for (const setting of settings) {
        const { flags, source, asOf } = setting;
        assert.ok(source !== '' && /^\d{4}-\d\d-\d\d$/.test(asOf), name);
        assert.ok(Object.keys(flags).length > 0 && Object.keys(flags).every(isTargetFlag), name);
        const gates = 'feature-gates' in flags ? (flags['feature-gates'] ?? '') : '';
        const version = 'since' in setting ? factMinor(setting.since) : catalog.newest;
        const resolved = resolve(name, { binary: version, runtimeConfig: [], featureGates: [] }, catalog);
        assert.ok(resolved.ok);
        for (const gate of gates === '' || 'alpha' in setting ? [] : gates.split(',')) {
          const [key = '', value] = gate.split('=');
          assert.equal(resolved.surface.gates.get(key)?.default, value !== 'true', `${name} ${gate}`);
        }
      }
    }
  });

  it('apply from the first to the last minor that the source names', () => {
    assert.equal(gatesOf('eks', minor(31)).get('VolumeAttributesClass'), true);
    assert.deepEqual(managedServer('eks', minor(32))?.flags, {});
    assert.equal(gatesOf('openshift', minor(33)).get('ImageVolume'), true);
    assert.equal(gatesOf('openshift', minor(32)).get('ImageVolume'), false);
  });

  it('turn on alpha features only on request', () => {
    assert.deepEqual(managedServer('gke', minor(32))?.flags, {});
    assert.equal(gatesOf('gke', minor(32)).get('AllAlpha'), false);
    assert.equal(gatesOf('gke', minor(32), true).get('AllAlpha'), true);
  });

  it('do not exist for distributions without managed clusters', () => {
    assert.equal(managedServer('kubernetes', minor(31)), undefined);
    assert.equal(managedServer('eks-anywhere', minor(31)), undefined);
  });

  it('have the same titles of providers as the support windows', () => {
    for (const { name, title } of facts.providers) {
      const window = windows.providers.find((provider) => provider.name === name);
      assert.equal(window?.title ?? title, title);
    }
  });
});
