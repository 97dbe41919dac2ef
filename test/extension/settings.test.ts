import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { noSettings, readSettings } from '../../server/src/lsp/settings.ts';

interface Property {
  readonly default: unknown;
  readonly enum?: readonly unknown[];
}

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Property>> };
  };
}

/** Settings that the client reads, or its library of the protocol. */
const readByClient: readonly string[] = ['catalogue', 'trace.server'];

/** The value that an editor sends for a setting: `helm.path` is a key within `helm`. */
function sent(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return name
    .split('.')
    .reverse()
    .reduce<Readonly<Record<string, unknown>>>((inner, key, index) => ({ [key]: index === 0 ? value : inner }), {});
}

describe('the settings that package.json declares', () => {
  const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const declared = Object.entries(manifest.contributes.configuration.properties).map(
    ([key, property]) => [key.replace(/^kubecompat\./, ''), property] as const,
  );
  const forServer = declared.filter(([name]) => !readByClient.includes(name));

  it('are those that the language server knows', () => {
    const names = new Set(forServer.map(([name]) => name.replace(/\..*/, '')));
    assert.deepEqual([...names].sort(), Object.keys(noSettings).sort());
  });

  for (const [name, property] of forServer) {
    it(`${name}: the server accepts the default and every choice`, () => {
      for (const value of [property.default, ...(property.enum ?? [])]) {
        assert.deepEqual(readSettings(sent(name, value)).problems, []);
      }
    });

    it(`${name}: the server refuses a list of numbers, and names the setting`, () => {
      const { problems, settings } = readSettings(sent(name, [1]));
      assert.equal(problems.length, 1);
      assert.ok(problems[0]?.startsWith(`kubecompat.${name.replace(/\..*/, '')} `), problems[0]);
      assert.deepEqual(Object.keys(settings).sort(), Object.keys(noSettings).sort());
    });

    it(`${name}: the server reads the value`, () => {
      const other = readSettings(sent(name, otherValue(property))).settings;
      assert.notDeepEqual(other, readSettings(sent(name, property.default)).settings);
    });
  }

  it('have the defaults of the server, but for files that are not open', () => {
    const differing = forServer.filter(([name, property]) => {
      const { settings } = readSettings(sent(name, property.default));
      return !isDeepStrictEqual(settings, noSettings);
    });
    // Other clients may not show diagnostics for files that are not open.
    assert.deepEqual(
      differing.map(([name]) => name),
      ['workspaceDiagnostics'],
    );
  });
});

/** A valid value that differs from the default. */
function otherValue({ default: value, enum: choices }: Property): unknown {
  if (choices !== undefined) return choices.find((choice) => choice !== value);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return 'other';
  return Array.isArray(value) ? ['1.30'] : { 'removed-api': 'warning' };
}
