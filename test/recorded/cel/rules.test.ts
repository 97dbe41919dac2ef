/*
 * `rules.jsonl.gz`: the same for rules of a CustomResourceDefinition with the `schema` in the first line, also with
 * `optionalOldSelf` (settings that end with `optional`): `ok`, or `refused: ` and the error, and `unused` if the server
 * reported that `oldSelf` is not used. Errors about costs are excluded; they are in `costs.jsonl.gz`.
 */
import assert from 'node:assert/strict';
import { type AskedSettings, answerAt, readRecording } from '../../harness/recordings.ts';
import { definitionWith, invalidFields, policyWith, surfaceFor } from './surfaces.ts';
import table from './table.json' with { type: 'json' };

interface Head extends AskedSettings {
  /** Settings with `optional` at the end enable `optionalOldSelf`. */
  readonly settings: readonly string[];
  readonly schema: object;
}

interface Row {
  readonly expression: string;
  /**
   * `ok`; or `refused: ` and the error, and `unused` if it is about `optionalOldSelf`. One for each setting or for all.
   */
  readonly answers: readonly string[];
}

const { head, rows } = readRecording<Row, Head>(new URL('rules.jsonl.gz', import.meta.url));
const at = 'spec.validation.openAPIV3Schema.x-kubernetes-validations';

describe('rules of a custom resource that kube-apiservers compiled', () => {
  for (const [index, setting] of head.settings.entries()) {
    it(`at ${setting}: ${rows.length} rules`, () => {
      const optional = setting.endsWith(' optional');
      const rules = rows.map(({ expression }) => ({
        rule: expression,
        ...(optional ? { optionalOldSelf: true } : {}),
      }));
      const found = invalidFields(definitionWith(head.schema, rules), surfaceFor(setting.replace(' optional', '')));
      const wrong = rows.flatMap(({ expression, answers }, rule) => {
        const server = answerAt(answers, index) ?? '';
        const ours = [found.has(`${at}[${rule}].rule`), found.has(`${at}[${rule}].optionalOldSelf`)];
        const theirs = [server.startsWith('refused: '), server.endsWith('unused')];
        return String(ours) === String(theirs) ? [] : [`${expression}\n  server: ${server}\n  we: ${ours}`];
      });
      assert.deepEqual(wrong, []);
    });
  }
});

describe('functions, macros and options by version', () => {
  for (const [index, setting] of table.settings.entries()) {
    it(`at ${setting}: ${table.rows.length} expressions`, () => {
      const surface = surfaceFor(setting);
      const wrong = table.rows.flatMap(({ kind, expression, accepted }) => {
        const object =
          kind === 'CustomResourceDefinition'
            ? definitionWith({ type: 'object' }, [{ rule: expression }])
            : policyWith(expression);
        const ours = invalidFields(object, surface).size === 0 ? 'y' : 'n';
        return ours === accepted[index] ? [] : [`${kind} ${expression}: server ${accepted[index]}, we ${ours}`];
      });
      assert.deepEqual(wrong, []);
    });
  }
});
