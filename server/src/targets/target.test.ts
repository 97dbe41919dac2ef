import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseTargetExpression } from './expression.ts';
import { parseTargetFlags, type TargetFlagValues } from './flags.ts';
import { formatTarget, formatTargetFlags } from './format.ts';
import { isTargetFlag, type Setting, type Target, type TargetFlag } from './target.ts';
import { factMinor, minor } from './version.ts';

const newest = factMinor('1.37');

describe('parseTargetFlags', () => {
  it('reads lists as the server does: blanks, empty pieces, missing values, repetition', () => {
    const { runtimeConfig } = parsed({ 'runtime-config': [' api/beta = true ,,v1', 'batch/v1=a=b'] });
    assert.deepEqual(runtimeConfig, [
      { key: 'api/beta', value: 'true' },
      { key: 'v1', value: '' },
      { key: 'batch/v1', value: 'a=b' },
    ]);
  });
  it('uses the last of several switches, and reports an invalid one', () => {
    const value = (...values: string[]) =>
      parsed({ 'emulation-forward-compatible': values }).emulationForwardCompatible;
    assert.equal(value('true', 'false'), 'false');
    assert.equal(value('maybe', 'true'), 'maybe');
  });
  it('refuses an invalid binary version, and uses the default without one', () => {
    assert.equal(parsed({}).binary, newest);
    const result = parseTargetFlags({ 'binary-version': ['latest'] }, newest);
    assert.ok(!result.ok && result.problems[0]?.flag === 'binary-version' && result.problems[0].value === 'latest');
  });
});

describe('parseTargetExpression', () => {
  it('reads a minor with settings', () => {
    const text =
      '1.37,emulated-version=1.35,min-compatibility-version=1.34,feature-gates=A=true;B=false,runtime-config=api/beta=true';
    assert.deepEqual(parseTargetExpression(text), {
      ok: true,
      target: {
        binary: 37,
        emulatedVersion: '1.35',
        minCompatibilityVersion: '1.34',
        featureGates: [
          { key: 'A', value: 'true' },
          { key: 'B', value: 'false' },
        ],
        runtimeConfig: [{ key: 'api/beta', value: 'true' }],
      },
    });
  });
  it('explains an invalid setting', () => {
    for (const [text, message] of [
      ['prod', /not a Kubernetes version/],
      ['', /not a Kubernetes version/],
      ['1.37,emulated-versoin=1.35', /did you mean emulated-version/],
      ['1.37,emulated-version', /needs a value/],
      ['1.37,binary-version=1.36', /first part/],
    ] as const) {
      const result = parseTargetExpression(text);
      assert.ok(!result.ok, text);
      assert.match(result.problems[0]?.message ?? '', message);
    }
  });
});

describe('formatTarget', () => {
  it('writes settings that read back as the same target', () => {
    fc.assert(
      fc.property(targets(), (target) => {
        assert.deepEqual(parseTargetExpression(formatTarget(target)), { ok: true, target });
      }),
    );
  });
  it('writes flags that read back to the same target', () => {
    fc.assert(
      fc.property(targets(), (target) => {
        const values: Partial<Record<TargetFlag, string[]>> = {};
        for (const flag of formatTargetFlags(target)) {
          const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(flag) ?? [];
          assert.ok(isTargetFlag(name));
          values[name] = [value];
        }
        assert.deepEqual(parseTargetFlags(values, newest), { ok: true, target });
      }),
    );
  });
});

function targets(): fc.Arbitrary<Target> {
  const word = fc.stringMatching(/^[A-Za-z0-9./-]{1,12}$/);
  const settings: fc.Arbitrary<Setting[]> = fc.array(fc.record({ key: word, value: word }, { noNullPrototype: true }), {
    maxLength: 4,
  });
  const version = fc.integer({ min: 25, max: 40 }).map((number) => `1.${number}`);
  const optional = fc.record(
    {
      emulatedVersion: version,
      minCompatibilityVersion: version,
      emulationForwardCompatible: fc.constantFrom('true', 'false'),
      runtimeConfigEmulationForwardCompatible: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  );
  const required = fc.record({
    binary: fc.integer({ min: 8, max: 40 }).map(minor),
    runtimeConfig: settings,
    featureGates: settings,
  });
  return fc.tuple(required, optional).map(([a, b]) => ({ ...a, ...b }));
}

function parsed(values: TargetFlagValues): Target {
  const result = parseTargetFlags(values, newest);
  assert.ok(result.ok);
  return result.target;
}
