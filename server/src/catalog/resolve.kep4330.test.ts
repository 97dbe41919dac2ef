import assert from 'node:assert/strict';
import { thingCatalog, type VersionLife } from '../../../test/harness/syntheticCatalog.ts';
import { parseTargetExpression } from '../targets/expression.ts';
import { factMinor } from '../targets/version.ts';
import type { Catalog, GateFacts, GateSpec, GateStage } from './catalog.ts';
import { type Resolution, resolve } from './resolve.ts';

const all = 'things.k8s.io/';

/** The examples under "API availability in forward-compatible mode" in KEP-4330, for binary 1.33. */
describe('the examples of KEP-4330 for binary 1.33', () => {
  const graduating = {
    v1alpha1: { introduced: '1.30', removed: '1.31' },
    v1beta1: { introduced: '1.31', removed: '1.32' },
    v1: { introduced: '1.32' },
  };
  const betas = { v1beta1: { introduced: '1.31', removed: '1.32' }, v1beta2: { introduced: '1.32' } };
  const second = {
    v1: { introduced: '1.28' },
    v2beta1: { introduced: '1.31', removed: '1.32' },
    v2: { introduced: '1.32' },
  };
  const beta1 = `runtime-config=${all}v1beta1=true`;
  const both = `runtime-config-emulation-forward-compatible`;
  const forward = 'emulation-forward-compatible';
  const rows: readonly (readonly [string, Readonly<Record<string, VersionLife>>, string, readonly string[]])[] = [
    ['beta, off', graduating, 'emulated-version=1.31', []],
    ['beta, on', graduating, `emulated-version=1.31,${beta1}`, ['v1beta1']],
    ['beta and GA by name', graduating, `emulated-version=1.31,${beta1};${all}v1=true,${both}`, ['v1', 'v1beta1']],
    ['beta and GA by the flag', graduating, `emulated-version=1.31,${beta1},${forward}`, ['v1', 'v1beta1']],
    ['a future version is not served if the older one is off', graduating, `emulated-version=1.31,${forward}`, []],
    ['GA', graduating, 'emulated-version=1.33', ['v1']],
    ['first beta', betas, `emulated-version=1.31,${beta1}`, ['v1beta1']],
    ['both betas by name', betas, `emulated-version=1.31,${beta1};${all}v1beta2=true,${both}`, ['v1beta1', 'v1beta2']],
    ['both betas by the flag', betas, `emulated-version=1.31,${beta1},${forward}`, ['v1beta1', 'v1beta2']],
    ['second beta, off', betas, 'emulated-version=1.33', []],
    ['second beta, on', betas, `emulated-version=1.33,runtime-config=${all}v1beta2=true`, ['v1beta2']],
    ['old GA', second, 'emulated-version=1.30', ['v1']],
    ['next GA by name', second, `emulated-version=1.30,runtime-config=${all}v2=true,${both}`, ['v1', 'v2']],
    ['next GA by the flag', second, `emulated-version=1.30,${forward}`, ['v1', 'v2']],
    ['beta of the next GA', second, `emulated-version=1.31,runtime-config=${all}v2beta1=true`, ['v1', 'v2beta1']],
    [
      'beta of the next GA and next GA',
      second,
      `emulated-version=1.31,runtime-config=${all}v2beta1=true,${forward}`,
      ['v1', 'v2', 'v2beta1'],
    ],
    ['both GA versions', second, 'emulated-version=1.33', ['v1', 'v2']],
    // The KEP does not support this; the real server serves alpha versions under emulation on request.
    ['alpha, off', graduating, 'emulated-version=1.30', []],
    ['alpha, on', graduating, `emulated-version=1.30,runtime-config=${all}v1alpha1=true`, ['v1alpha1']],
    [
      'an alpha version serves nothing newer',
      graduating,
      `emulated-version=1.30,runtime-config=${all}v1alpha1=true,${forward}`,
      ['v1alpha1'],
    ],
  ];
  for (const [what, lifecycles, settings, expected] of rows) {
    it(`${what}: ${settings}`, () => {
      const target = settings === 'emulated-version=1.33' ? '1.33' : `1.33,${settings}`;
      assert.deepEqual(servedVersions(resolveWith(thingCatalog('1.33', lifecycles), target)), expected);
    });
  }
  it('refuses newer APIs by name without the flag that allows them', () => {
    // The table in the KEP's first draft lacks this flag; the server requires it.
    const result = resolveWith(thingCatalog('1.33', second), `1.33,emulated-version=1.30,runtime-config=${all}v2=true`);
    assert.ok(!result.ok);
    assert.deepEqual(
      result.problems.map(({ flag, value }) => [flag, value]),
      [['runtime-config', `${all}v2`]],
    );
  });
});

/** The grid of integration tests in KEP-4330, with N = 1.33. */
describe('the integration-test grid of KEP-4330', () => {
  const old = '1.33,emulated-version=1.32';
  const gate = (name: string, specs: readonly GateSpec[]) => thingCatalog('1.33', {}, [gateFacts(name, specs)]);
  const off = spec('1.32', 'Alpha', false);

  it('alpha feature introduced: does not exist before, and cannot be set', () => {
    const catalog = gate('New', [spec('1.33', 'Alpha', false)]);
    assert.equal(gateOf(catalog, old, 'New'), undefined);
    assert.equal(problemOf(catalog, `${old},feature-gates=New=true`), 'New=true');
    assert.equal(problemOf(catalog, `${old},feature-gates=New=false`), 'New=false');
    assert.equal(gateOf(catalog, '1.33,feature-gates=New=true', 'New'), true);
  });
  it('alpha feature graduated to beta', () => {
    const catalog = gate('Up', [off, spec('1.33', 'Beta', true)]);
    assert.equal(gateOf(catalog, old, 'Up'), false);
    assert.equal(gateOf(catalog, `${old},feature-gates=Up=true`, 'Up'), true);
    assert.equal(gateOf(catalog, '1.33', 'Up'), true);
    assert.equal(gateOf(catalog, '1.33,feature-gates=Up=false', 'Up'), false);
  });
  it('beta feature graduated to GA', () => {
    const catalog = gate('Up', [spec('1.32', 'Beta', true), { ...spec('1.33', 'GA', true), lockToDefault: true }]);
    assert.equal(gateOf(catalog, old, 'Up'), true);
    assert.equal(gateOf(catalog, `${old},feature-gates=Up=false`, 'Up'), false);
    assert.equal(gateOf(catalog, '1.33', 'Up'), true);
    assert.equal(problemOf(catalog, '1.33,feature-gates=Up=false'), 'Up=false');
    // The KEP forbids setting it; the server accepts its current value.
    assert.equal(gateOf(catalog, '1.33,feature-gates=Up=true', 'Up'), true);
  });
  it('beta feature removed', () => {
    const catalog = gate('Gone', [
      spec('1.31', 'Beta', true),
      { ...spec('1.33', 'Deprecated', false), lockToDefault: true },
    ]);
    assert.equal(gateOf(catalog, old, 'Gone'), true);
    assert.equal(gateOf(catalog, `${old},feature-gates=Gone=false`, 'Gone'), false);
    assert.equal(gateOf(catalog, '1.33', 'Gone'), false);
    assert.equal(problemOf(catalog, '1.33,feature-gates=Gone=true'), 'Gone=true');
  });
  it('alpha API introduced', () => {
    const catalog = thingCatalog('1.33', { v1alpha1: { introduced: '1.33' } });
    assert.deepEqual(servedVersions(resolveWith(catalog, old)), []);
    assert.equal(problemOf(catalog, `${old},runtime-config=${all}v1alpha1=true`), `${all}v1alpha1`);
    assert.deepEqual(servedVersions(resolveWith(catalog, `1.33,runtime-config=${all}v1alpha1=true`)), ['v1alpha1']);
  });
  it('beta API graduated to GA', () => {
    const catalog = thingCatalog('1.33', {
      v1beta1: { introduced: '1.32', removed: '1.34' },
      v1: { introduced: '1.33' },
    });
    assert.deepEqual(servedVersions(resolveWith(catalog, old)), []);
    // The KEP also serves v1; the server requires --emulation-forward-compatible for that.
    const on = `${old},runtime-config=${all}v1beta1=true`;
    assert.deepEqual(servedVersions(resolveWith(catalog, on)), ['v1beta1']);
    assert.deepEqual(servedVersions(resolveWith(catalog, `${on},emulation-forward-compatible`)), ['v1', 'v1beta1']);
    assert.deepEqual(servedVersions(resolveWith(catalog, '1.33')), ['v1']);
  });
  it('beta API removed', () => {
    const catalog = thingCatalog('1.33', { v1beta1: { introduced: '1.31', removed: '1.33' } });
    assert.deepEqual(servedVersions(resolveWith(catalog, old)), []);
    assert.deepEqual(servedVersions(resolveWith(catalog, `${old},runtime-config=${all}v1beta1=true`)), ['v1beta1']);
    assert.deepEqual(servedVersions(resolveWith(catalog, `1.33,runtime-config=${all}v1beta1=true`)), []);
  });
  it('beta API on by default removed', () => {
    // The KEP turns it on under emulation; the server uses the defaults of its own binary, and leftovers are off.
    const catalog = thingCatalog('1.33', { v1beta1: { introduced: '1.31', removed: '1.33', onByDefault: true } });
    assert.deepEqual(servedVersions(resolveWith(catalog, old)), []);
    assert.deepEqual(servedVersions(resolveWith(catalog, `${old},runtime-config=${all}v1beta1=true`)), ['v1beta1']);
    assert.deepEqual(servedVersions(resolveWith(catalog, '1.33')), []);
  });
  it('API storage version changed', () => {
    const lifecycles = { v1beta1: { introduced: '1.31', onByDefault: true }, v1: { introduced: '1.32' } };
    const stored = (target: string) => {
      const result = resolveWith(thingCatalog('1.33', lifecycles), target);
      return result.ok ? result.surface.storageVersions.get('things.things.k8s.io') : undefined;
    };
    assert.equal(stored(old), 'v1beta1');
    assert.equal(stored('1.33'), 'v1');
    assert.equal(stored('1.33,min-compatibility-version=1.31'), 'v1beta1');
    assert.equal(stored(`${old},min-compatibility-version=1.32`), 'v1');
  });
  it('refuses versions that the binary cannot emulate', () => {
    const catalog = thingCatalog('1.33', {});
    for (const version of ['1.29', '1.34'])
      assert.equal(problemOf(catalog, `1.33,emulated-version=${version}`), version);
    assert.equal(problemOf(catalog, `${old},min-compatibility-version=1.33`), '1.33');
    assert.equal(problemOf(catalog, `${old},min-compatibility-version=1.29`), '1.29');
  });
});

function resolveWith(catalog: Catalog, expression: string): Resolution {
  const parsed = parseTargetExpression(expression);
  return parsed.ok ? resolve(expression, parsed.target, catalog) : parsed;
}

function servedVersions(result: Resolution): readonly string[] {
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.problems));
  return result.surface.resources.map(({ version }) => version);
}

function gateOf(catalog: Catalog, expression: string, name: string): boolean | undefined {
  const result = resolveWith(catalog, expression);
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.problems));
  return result.surface.gates.get(name)?.enabled;
}

function problemOf(catalog: Catalog, expression: string): string {
  const result = resolveWith(catalog, expression);
  assert.ok(!result.ok, `${expression} is not refused`);
  return result.problems.map(({ value }) => value).join(' ');
}

function spec(version: string, stage: GateStage, on: boolean): GateSpec {
  return { version: factMinor(version), stage, default: on, lockToDefault: false, minCompatibilityVersion: undefined };
}

function gateFacts(name: string, specs: readonly GateSpec[]): GateFacts {
  const declared = [{ first: factMinor('1.30') }];
  return { name, components: ['kubernetes'], declared, specs, earlier: undefined, dependsOn: [] };
}
