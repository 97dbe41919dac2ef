/*
 * `answers.jsonl.gz`: 2,075 generated AuthenticationConfiguration and AuthorizationConfiguration files, each with one
 * changed field or expression, and whether kube-apiserver accepts them. The answers come from a program of 80 lines
 * around `runtime.Decode` with the strict codecs of `k8s.io/apiserver/pkg/apis/apiserver/install`,
 * `ValidateAuthenticationConfiguration` and `ValidateAuthorizationConfiguration` (and the names of authorizers, by
 * `pkg/kubeapiserver/authorizer/config.go`), built from 1.34.4 and 1.37.1. Expressions about internal messages of
 * protocol buffers are excluded.
 */
import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRecording } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

interface Row {
  readonly text: string;
  /** Whether the server accepts it, one for each setting. */
  readonly accepted: readonly boolean[];
}

const { head, rows } = readRecording<Row>(new URL('answers.jsonl.gz', import.meta.url));

describe('configurations that kube-apiservers read', () => {
  for (const [index, setting] of head.settings.entries()) {
    const surface = surfaceOf(setting);
    it(`at ${setting}: ${rows.length} files`, () => {
      const wrong = rows.flatMap(({ text, accepted }) => {
        const messages = analyze(text, inputs('configuration.yaml', [surface])).documentFindings.map(
          ({ finding }) => finding.message,
        );
        return (messages.length === 0) === accepted[index] ? [] : [`${text}\n  we: ${messages.join(' ')}`];
      });
      assert.deepEqual(wrong, []);
    });
  }
});
