/*
 * `answers.jsonl.gz`: the answers of kube-apiserver 1.37.1 and 1.34.4, also with emulated older versions, to dry-run
 * creates of ValidatingAdmissionPolicies (with a `paramKind`) that have one of these expressions as a validation and as
 * a variable. The first line has the `settings`, each further line an `expression` and its `answers`, one for each
 * setting or one for all: the type that the server reports, or `refused: ` and the first error.
 *
 * `table.json`: expressions that depend on functions, macros and options, as a validation of a policy and as a rule of
 * a CustomResourceDefinition, for twelve settings of 1.33.13, 1.34.4 and 1.37.1: accepted (`y`) or not (`n`).
 */
import assert from 'node:assert/strict';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { compile } from '../../../server/src/cel/compile.ts';
import { admissionDeclarations } from '../../../server/src/cel/declarations.ts';
import { environmentOf } from '../../../server/src/cel/libraries.ts';
import { showType } from '../../../server/src/cel/type.ts';
import { answerAt, readRecording } from '../../harness/recordings.ts';
import { surfaceFor } from './surfaces.ts';

interface Row {
  readonly expression: string;
  /** The type of the result, or `refused: ` and the first error; one for each setting, or one for all. */
  readonly answers: readonly string[];
}

const { head, rows } = readRecording<Row>(new URL('answers.jsonl.gz', import.meta.url));

describe('expressions that kube-apiservers compiled', () => {
  for (const [index, setting] of head.settings.entries()) {
    const surface = surfaceFor(setting);
    it(`at ${setting}: ${rows.length} expressions`, () => {
      const wrong = rows.flatMap(({ expression, answers }) => {
        const server = answerAt(answers, index) ?? '';
        const ours = answer(expression, surface);
        const agrees = server.startsWith('refused: ') ? ours.startsWith('refused: ') : ours === server;
        return agrees ? [] : [`${expression}\n  server: ${server}\n  we: ${ours}`];
      });
      assert.deepEqual(wrong, []);
    });
  }
});

function answer(expression: string, surface: ApiSurface): string {
  const declarations = admissionDeclarations(surface.versions.binary, {
    params: true,
    authorizer: true,
    patches: false,
    policyVariables: undefined,
  });
  const { problems, type } = compile(expression, environmentOf(surface, 'new', undefined), declarations);
  const [first] = problems;
  return first === undefined ? showType(type) : `refused: ${first.message}`;
}
