import assert from 'node:assert/strict';
import { inputs } from '../../../../test/harness/inputs.ts';
import { complaintsOf, readRecording } from '../../../../test/harness/recorded.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';

/** A static pod with the flags of a recorded server, one per line. */
function podWith(binary: string, flags: readonly string[]): string {
  const words = flags.map((flag) => `        - ${JSON.stringify(flag)}\n`).join('');
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: kube-apiserver }\nspec:\n  containers:\n    - name: kube-apiserver\n      image: registry.k8s.io/kube-apiserver:v${binary}.1\n      command:\n        - kube-apiserver\n${words}`;
}

for (const recording of ['grid', 'settings']) {
  for (const binary of ['1.33', '1.34', '1.37']) {
    describe(`a static pod with the flags of ${recording} of kube-apiserver ${binary}`, () => {
      for (const { name, flags, answer } of readRecording(`${recording}/${binary}`)) {
        it(`${name}: ${flags.join(' ')}`, () => {
          const text = podWith(binary, flags);
          const { documentFindings } = analyze(text, inputs('kube-apiserver.yaml', [surfaceOf('1.30')]));
          const refused = documentFindings.map(({ finding }) => finding).filter(({ code }) => code === 'refused-flag');
          if (!('error' in answer)) {
            assert.deepEqual(refused, []);
            return;
          }
          assert.notDeepEqual(refused, [], answer.error);
          for (const { flag, mention } of complaintsOf(answer.error, flags)) {
            const reported = refused.filter(({ message, span }) =>
              `${text.slice(span.start, span.end)} ${message} ${flag}`.includes(mention),
            );
            assert.ok(reported.length > 0, `${answer.error}\nis not told by ${JSON.stringify(refused)}`);
          }
          for (const { span, consequence } of refused) {
            assert.equal(consequence, 'not-started');
            // Problems about omitted flags belong to the server as a whole.
            const line = text.slice(text.lastIndexOf('\n', span.start) + 1, text.indexOf('\n', span.start));
            assert.match(line, flags.length > 0 ? /--|image/ : /image/);
          }
        });
      }
    });
  }
}
