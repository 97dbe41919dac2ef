import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkCodes } from '../../../server/src/checks/checkCodes.ts';
import { addLiveTarget } from '../../../server/src/config/addLiveTarget.ts';
import { targetNamesFor } from '../../../server/src/config/config.ts';
import { decodeConfig } from '../../../server/src/config/decodeConfig.ts';
import { completeConfig } from '../../../server/src/insight/configuration/completeConfig.ts';
import { describeConfigAt } from '../../../server/src/insight/configuration/describeConfig.ts';
import { readCatalog } from '../../../server/src/workspace/shipped/catalogFile.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import { assertInside } from '../properties.ts';
import type { Subject } from '../subject.ts';

const codes = new Set(checkCodes.keys());
const titles = new Map([...checkCodes].map(([code, { title }]) => [code, title]));

/** Configurations with every key. */
const whole = [
  `targets:
  prod: { binaryVersion: "1.37", emulatedVersion: "1.36", minCompatibilityVersion: "1.35", featureGates: { A: true } }
  edge: { from: clusters/edge.yaml#b, crds: { gateway-api: { release: v1.2.0, channel: standard } } }
  live: { context: staging, severity: { removed-api: warning } }
default: [prod, edge]
files:
  - { match: "apps/**/*.yaml", targets: [edge], severity: { unknown-field: off } }
  - { match: "**", helm: { values: [values.yaml, ../x.yaml] } }
conversions: [rules/]
deprecations:
  - { group: example.com, version: v1alpha1, kind: Lamp, deprecated: "1.2", removed: "1.4", instead: example.com/v1 }
helm: { values: [values.yaml] }
severity: { deprecated-api: hint }
`,
  'targets:\n  a:\n    binaryVersion: 1.36\n    runtimeConfig:\n      api/all: true\n      batch/v2: false\n',
];

/** Reads any configuration: problems have positions within it, and completion and hover work at any position. */
export const configuration: Subject = {
  name: 'configuration',
  share: 4,
  inputs: fc.oneof(mutated(whole), mutated([...whole, ...corpus('sample', /\.ya?ml$/)]), fc.string({ maxLength: 40 })),
  hold(text) {
    const { config, problems } = decodeConfig(text, codes);
    for (const { span, message } of problems) {
      assertInside(span, text, message);
      assert.notEqual(message, '');
    }
    if (problems.length === 0) {
      for (const name of targetNamesFor(config, 'apps/a/b.yaml')) assert.ok(config.targets.has(name), name);
    }
    assert.deepEqual(decodeConfig(text, codes).problems, problems);
    const added = addLiveTarget(text, 'added', 'context');
    if (added !== undefined && problems.length === 0)
      assert.ok(decodeConfig(added, codes).config.targets.has('added'), 'a target that is added is there');
    const facts = {
      catalog: readCatalog(),
      codes: titles,
      surfaceOf: () => surfaceOf('1.37'),
      clusters: [{ name: 'a: b', description: '' }],
    };
    for (const at of [0, 0.3, 0.7, 1]) {
      const offset = Math.floor(text.length * at);
      completeConfig(text, offset, facts);
      describeConfigAt(text, offset, facts);
    }
  },
};
