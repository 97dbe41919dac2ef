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

const full = `
targets:
  prod: { binaryVersion: "1.36", emulatedVersion: "1.34", featureGates: { HPAConfigurableTolerance: true } }
  edge:
    binaryVersion: "1.35"
    minCompatibilityVersion: "1.34"
    runtimeConfig: { api/beta: true, batch/v1/jobs: "false" }
    emulationForwardCompatible: true
    runtimeConfigEmulationForwardCompatible: "true"
default: [prod]
files:
  - { match: "clusters/edge/**", targets: [edge] }
  - { match: "**/*.yaml", targets: [prod, edge] }
deprecations:
  - { group: lamps.example.com, version: v1alpha1, removed: Lamp Operator 3.0, instead: lamps.example.com/v1 }
severity: { deprecated-api: information }
`;

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

  it('gives a file the targets of the first rule that matches, and else the default', () => {
    const { config } = decode(full);
    assert.deepEqual(targetNamesFor(config, 'clusters/edge/a/b.yaml'), ['edge']);
    assert.deepEqual(targetNamesFor(config, 'apps/a.yaml'), ['prod', 'edge']);
    assert.deepEqual(targetNamesFor(config, 'apps/a.json'), ['prod']);
  });

  it('means every target where no default is named', () => {
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

/** What is refused: the configuration, the text at the place of the problem, and parts of what is said. */
const refused: readonly (readonly [text: string, at: string, ...parts: RegExp[]])[] = [
  ['deprecations: [{ removed: "2" }]', '{ removed: "2" }', /has no group/],
  ['deprecations: [{ group: a.b }]', '{ group: a.b }', /neither deprecated nor removed/],
  ['deprecations: [{ group: a.b, removed: 3.0 }]', '3.0', /without quotes/],
  ['deprecations: [{ group: a.b, removed: "3", since: "2" }]', 'since', /no key/],
  ['deprecations: { group: a.b }', '{ group: a.b }', /must be a list/],
  ['targets: { a: { binaryVersion: 1.30 } }', '1.30', /reads 1\.30 as the number 1\.3/, /write "1\.30"/],
  ['targets: { a: { binaryVersion: "1.36", emulatedVersion: 1.34 } }', '1.34', /emulatedVersion/, /write "1\.34"/],
  ['targets: { a: { binaryVersion: 1 } }', '1', /without quotes/],
  ['targets: { a: { binaryVersion: [] } }', '[]', /must be a version/],
  ['targets: { a: { binaryVersion: "new" } }', '"new"', /a Kubernetes version/],
  ['targets: { a: { emulatedVersion: "1.34" } }', 'a', /has no binaryVersion/],
  ['targets: { a: { binaryVersoin: "1.36" } }', 'binaryVersoin', /no key/, /did you mean binaryVersion\?/],
  ['targets: { a: { from: [x.yaml] } }', '[x.yaml]', /from must be a string/],
  ['targets: { a: { from: "" } }', '""', /names no file/],
  ['targets: { a: { from: a.yaml, featureGates: { A: true } } }', 'featureGates', /cannot be combined with "from"/],
  ['targets: { a: { from: a.yaml, binaryVersion: 1.30 } }', '1.30', /reads 1.30 as the number/],
  ['targets: { a: { context: "" } }', '""', /context is empty/],
  ['targets: { a: { context: [b] } }', '[b]', /context must be a string/],
  ['targets: { a: { context: b, binaryVersion: "1.36" } }', 'binaryVersion', /cannot be combined with "context"/],
  ['targets: { a: { context: b, from: a.yaml } }', 'context', /cannot be combined with "from"/],
  ['targets: { a: { binaryVersion: "1.36", featureGates: [A] } }', '[A]', /must be a map/],
  ['targets: { a: { binaryVersion: "1.36", featureGates: { A: } } }', '', /must be true or false/],
  ['targets: { "1.36": { binaryVersion: "1.36" } }', '"1.36"', /cannot be the name/],
  ['targets: { "a,b": { binaryVersion: "1.36" } }', '"a,b"', /cannot be the name/],
  ['targets:\n  a: { binaryVersion: "1.36" }\n  a: { binaryVersion: "1.37" }', 'a', /"a" twice/],
  ['targets: [a]', '[a]', /must be a map/],
  ['target: {}', 'target', /no key "target"/, /did you mean targets\?/],
  [
    'targets: { prod: { binaryVersion: "1.36" } }\ndefault: [prd]',
    'prd',
    /unknown target "prd"/,
    /did you mean prod\?/,
  ],
  ['default: [prod]', 'prod', /unknown target/, /define it under targets/],
  ['targets: { prod: { binaryVersion: "1.36" } }\ndefault: prod', 'prod', /default must be a list/, /\[prod\]/],
  ['default: []', '[]', /names no target/],
  ['targets: { prod: { binaryVersion: "1.36" } }\ndefault: [1]', '1', /must be a string/],
  ['files: [{ match: "**" }]', '{ match: "**" }', /has no targets/],
  ['files: [{ targets: [x], match: "**" }]', 'x', /unknown target/],
  ['files: [{ match: "**", target: [] }]', 'target', /no key/, /did you mean targets\?/],
  ['files: { match: "**" }', '{ match: "**" }', /must be a list/],
  ['severity: { deprecated-apis: hint }', 'deprecated-apis', /unknown check code/, /did you mean deprecated-api\?/],
  ['severity: { removed-api: fatal }', 'fatal', /not a severity/, /error, warning, information, hint/],
  ['- a', '- a', /must be a map/],
];

describe('a refused configuration', () => {
  for (const [text, at, ...parts] of refused) {
    it(text.replaceAll('\n', ' ⏎ '), () => {
      const found = decode(text).problems.find(({ message, remedy }) =>
        parts.every((part) => part.test(`${message} · ${remedy}`)),
      );
      assert.ok(found, JSON.stringify(decode(text).problems));
      assert.equal(text.slice(found.span.start, found.span.end), at);
    });
  }

  it('names every problem in the order of the text', () => {
    const { problems } = decode('defualt: []\nseverity: { x: y }\nfiles: {}\n');
    assert.equal(problems.length, 3);
    assert.deepEqual(
      problems.map(({ span }) => span.start),
      problems.map(({ span }) => span.start).sort((a, b) => a - b),
    );
  });

  it('is one document of YAML', () => {
    assert.match(decode('a: [').problems[0]?.remedy ?? '', /fix the YAML/);
    assert.match(decode('targets: {}\n---\ntargets: {}\n').problems[0]?.message ?? '', /one document/);
  });
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

  it('takes what the decoder takes', () => {
    const referring =
      'targets: { a: { from: a.yaml }, b: { from: "b.yaml#edge", binaryVersion: "1.36" }, c: { context: d } }';
    for (const text of [full, referring, '{}', 'targets:\n'])
      assert.ok(agrees(parse(text)), JSON.stringify(agrees.errors));
  });

  it('refuses what the decoder refuses by its shape', () => {
    // Names that do not exist, duplicates and bad numbers inside strings are beyond a schema.
    const beyond = /unknown|twice|a Kubernetes version/;
    for (const [text, , part] of refused) {
      if (part === undefined || beyond.test(part.source)) continue;
      assert.equal(agrees(parse(text)), false, text);
    }
  });
});
