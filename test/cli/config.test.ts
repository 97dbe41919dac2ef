import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { type Config, targetNamesFor } from '../../server/src/config/config.ts';
import { decodeConfig } from '../../server/src/config/decodeConfig.ts';
import {
  contextKey,
  crdsKey,
  fileRuleKeys,
  fromKey,
  severities,
  severityKey,
  targetKeys,
  topKeys,
} from '../../server/src/config/keys.ts';
import { parseScenarios } from '../scenarios/format.ts';
import { textFiles } from '../support/textFiles.ts';

const codes = new Set(['deprecated-api', 'removed-api']);
const decode = (text: string) => decodeConfig(text, codes);

function written(config: Config, name: string) {
  const configured = config.targets.get(name);
  return configured?.kind === 'written' ? configured : undefined;
}

const schema: {
  properties: Record<string, { items?: { properties: object } }>;
  definitions: { target: { properties: object }; severities: { additionalProperties: { enum: string[] } } };
} = JSON.parse(readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'));
const agrees = new Ajv({ allowUnionTypes: true }).compile(schema);

/** The texts of refusedConfigurations.txt, with the marked position in each title. */
const refused = parseScenarios(
  readFileSync(new URL('../scenarios/cli/refusedConfigurations.txt', import.meta.url), 'utf8'),
).scenarios.map(({ title, files: [file] }) => {
  const [, at] = / is refused at (.*)$/.exec(title) ?? [];
  const body = file?.body ?? '';
  return { text: body, at: at === 'an empty value' ? '' : at };
});

const full = textFiles(new URL('config.txt', import.meta.url)).text('full.yaml');

describe('configuration', () => {
  it('is read into targets, defaults, file rules and severities', () => {
    const { config, problems } = decode(full);
    assert.deepEqual(problems, []);
    assert.deepEqual(written(config, 'prod')?.target, {
      binary: 36,
      emulatedVersion: '1.34',
      runtimeConfig: [],
      featureGates: [{ key: 'HPAConfigurableTolerance', value: 'true' }],
    });
    assert.deepEqual(written(config, 'edge')?.target, {
      binary: 35,
      minCompatibilityVersion: '1.34',
      runtimeConfig: [
        { key: 'api/beta', value: 'true' },
        { key: 'batch/v1/jobs', value: 'false' },
      ],
      featureGates: [],
      emulationForwardCompatible: 'true',
      runtimeConfigEmulationForwardCompatible: 'true',
    });
    assert.deepEqual(config.defaultTargets, ['prod']);
    assert.deepEqual([...config.severity], [['deprecated-api', 'information']]);
  });

  it('gives a file the targets of the first rule that matches, or else the default', () => {
    const { config } = decode(full);
    assert.deepEqual(targetNamesFor(config, 'clusters/edge/a/b.yaml'), ['edge']);
    assert.deepEqual(targetNamesFor(config, 'apps/a.yaml'), ['prod', 'edge']);
    assert.deepEqual(targetNamesFor(config, 'apps/a.json'), ['prod']);
  });

  it('selects every target without a default', () => {
    const { config } = decode('targets: { a: { binaryVersion: "1.36" }, b: { binaryVersion: "1.37" } }');
    assert.deepEqual(config.defaultTargets, ['a', 'b']);
  });

  it('refers to files that describe clusters', () => {
    const { config, problems } = decode('targets: { a: { from: "k3s.yaml#2", binaryVersion: "1.36" } }');
    assert.deepEqual(problems, []);
    const configured = config.targets.get('a');
    assert.ok(configured?.kind === 'referred');
    assert.deepEqual([configured.from, configured.binary], ['k3s.yaml#2', 36]);
  });

  it('may be empty', () => {
    for (const text of ['', '# nothing yet\n', 'targets:\n', '{}']) assert.deepEqual(decode(text).problems, [], text);
  });
});

describe('an error in a configuration', () => {
  for (const { text, at } of refused) {
    if (at === undefined) continue;
    it(`is marked at ${at}: ${text.trim().replaceAll('\n', ' ⏎ ')}`, () => {
      const marked = decode(text).problems.map(({ span }) => text.slice(span.start, span.end));
      assert.ok(marked.includes(at), JSON.stringify(marked));
    });
  }
});

describe('the published schema of the configuration', () => {
  it('has the keys of the decoder, all of them and no others', () => {
    assert.deepEqual(Object.keys(schema.properties), [...topKeys]);
    assert.deepEqual(Object.keys(schema.definitions.target.properties), [
      fromKey,
      severityKey,
      contextKey,
      crdsKey,
      ...targetKeys.keys(),
    ]);
    assert.deepEqual(Object.keys(schema.properties['files']?.items?.properties ?? {}), [...fileRuleKeys]);
    assert.deepEqual(schema.definitions.severities.additionalProperties.enum, [...severities]);
  });

  it('accepts what the decoder accepts', () => {
    const referring =
      'targets: { a: { from: a.yaml }, b: { from: "b.yaml#edge", binaryVersion: "1.36" }, c: { context: d } }';
    for (const text of [full, referring, '{}', 'targets:\n'])
      assert.ok(agrees(parse(text)), JSON.stringify(agrees.errors));
  });

  it('refuses what the decoder refuses by its shape', () => {
    // A schema cannot check unknown names, duplicates and invalid numbers in strings.
    const beyond = /unknown|twice|a Kubernetes version/;
    for (const { text, at } of refused) {
      const { problems } = decode(text);
      if (at === undefined || problems.every(({ message }) => beyond.test(message))) continue;
      assert.equal(agrees(parse(text)), false, text);
    }
  });
});
