/*
 * `costs.jsonl.gz`: generated CustomResourceDefinitions with rules at many places, for the `settings` of the first
 * line, half of them with a bound exactly where a cost becomes too high, or one below it. `answers`: the refused fields
 * with the factor by which the cost is too high. Which rules of equal cost `contribute` to a total that is too high
 * differs between requests, because Go iterates maps in random order.
 *
 * `estimates.jsonl.gz`: generated rules for generated schemas, and the maximum cost of each according to `EstimateCost`
 * of Kubernetes 1.37.1 and 1.34.4 (k8s.io/apiextensions-apiserver, `cel.Compile`); null if the rule does not compile.
 */
import assert from 'node:assert/strict';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { compile } from '../../../server/src/cel/compile.ts';
import { ruleCosts } from '../../../server/src/cel/cost/ruleCost.ts';
import { environmentOf, hasKeywordFields } from '../../../server/src/cel/libraries.ts';
import { ruleDeclarations } from '../../../server/src/cel/schemaTypes.ts';
import { readSchema } from '../../../server/src/crd/schema/readSchema.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { answerAt, readRecording, readRows } from '../../harness/recordings.ts';
import { definitionOf, invalidFields, surfaceFor } from './surfaces.ts';

interface Row {
  readonly schema: object;
  /**
   * The refused fields: `$` is the schema, `*` are its rules; with the factor by which a cost is too high, or
   * `contributes`. One list for each setting, or one for all.
   */
  readonly answers: readonly (readonly string[])[];
}

interface Estimates {
  readonly setting: string;
  readonly schema: object;
  /** Rules of the whole resource and their costs; null if the server refuses them. */
  readonly rules: readonly (readonly [rule: string, cost: string | null])[];
}

const { head, rows } = readRecording<Row>(new URL('costs.jsonl.gz', import.meta.url));
const estimates = readRows<Estimates>(new URL('estimates.jsonl.gz', import.meta.url));

describe('rules that may exceed the cost limit', () => {
  for (const [index, setting] of head.settings.entries()) {
    const surface = surfaceFor(setting);
    it(`at ${setting}: ${rows.length} definitions`, () => {
      const wrong = rows.flatMap(({ schema, answers }) => {
        const server = answerAt(answers, index) ?? [];
        const ours = refusals(schema, surface);
        // Which of several rules of equal cost the server names differs between requests.
        const isSure = (refusal: string): boolean => !refusal.endsWith(' contributes');
        const missed = server.filter((refusal) => isSure(refusal) && !ours.includes(refusal));
        const invented = ours.filter((refusal) => !server.includes(refusal));
        return missed.length + invented.length === 0 ? [] : [{ schema: JSON.stringify(schema), missed, invented }];
      });
      assert.deepEqual(wrong, []);
    });
  }
});

describe('cost estimates of rules', () => {
  for (const setting of new Set(estimates.map((estimate) => estimate.setting))) {
    const surface = surfaceFor(setting);
    const selected = estimates.filter((estimate) => estimate.setting === setting);
    it(`at ${setting}: ${selected.flatMap(({ rules }) => rules).length} rules`, () => {
      const wrong = selected.flatMap(({ schema, rules }) => {
        const ours = costsOf(
          schema,
          rules.map(([rule]) => rule),
          surface,
        );
        return rules
          .filter(([, cost], rule) => cost !== ours[rule])
          .map((rule) => [...rule, ours[rules.indexOf(rule)]]);
      });
      assert.deepEqual(wrong, []);
    });
  }
});

function refusals(schema: object, surface: ApiSurface): readonly string[] {
  return [...invalidFields(definitionOf(schema), surface)].flatMap(([field, messages]) => {
    const path = field.replace('spec.validation.openAPIV3Schema', '$').replaceAll('.x-kubernetes-validations', '.*');
    return messages.map((message) => {
      if (message.includes('contributed to')) return `${path} contributes`;
      const factor = /exceeds budget by factor of (.*) \(/.exec(message)?.[1];
      return factor === undefined ? path : `${path} ${factor}`;
    });
  });
}

function costsOf(plain: object, rules: readonly string[], surface: ApiSurface): readonly (string | null)[] {
  const schema = readSchema(readManifest(JSON.stringify(plain)).documents[0]?.root);
  const declarations = ruleDeclarations(schema, true, hasKeywordFields(surface));
  const costs = ruleCosts(schema, true, 1n, surface.versions.binary);
  assert.ok(declarations !== undefined && costs !== undefined);
  return rules.map((rule) => {
    const compiled = compile(rule, environmentOf(surface, 'new', undefined), declarations.required);
    return compiled.problems.length > 0 ? null : String(costs.ofRule(compiled));
  });
}
