import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import type { Analysis } from './analysis.ts';
import { VerdictMemo } from './verdictMemo.ts';

const documents = [
  'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata:\n  name: web\nspec:\n  backend: {serviceName: web, servicePort: 80}\n',
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  uid: "1"\nspec:\n  containers:\n    - name: web\n      image: web:1\n      ports:\n        - containerPort: 90210\n',
  'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: batch/v1beta1\n    kind: CronJob\n    metadata: {name: a}\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: b}\n    dta: {}\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fine}\n',
  'apiVersion: v1\nkind: ConfigMap\ndata: {broken\n',
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: Web_1}\nspec:\n  replicas: <replicas>\n  template: {spec: {hostNetwork: "<yes>"}}\n',
  '# nothing but a comment\n',
];
const surfaces = [surfaceOf('1.37'), surfaceOf('1.37,emulated-version=1.35')];

describe('memoized verdicts', () => {
  it('equal those of a new check of every version of a file', () => {
    const version = fc.array(fc.constantFrom(...documents), { maxLength: 6 }).map((parts) => parts.join('---\n'));
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 5 }), (versions) => {
        const memo = new VerdictMemo();
        for (const text of versions) {
          assert.deepEqual(
            comparableForm(analyze(text, inputs('web.yaml', surfaces), memo)),
            comparableForm(analyze(text, inputs('web.yaml', surfaces))),
          );
        }
      }),
      { numRuns: 60, seed: 20 },
    );
  });

  it('are reused for unchanged documents', () => {
    const memo = new VerdictMemo();
    const [first] = analyze(`${documents[1]}---\n${documents[3]}`, inputs('web.yaml', surfaces), memo).resources;
    const [, moved] = analyze(`${documents[3]}---\n${documents[1]}`, inputs('web.yaml', surfaces), memo).resources;
    assert.equal(moved?.verdicts[0]?.availability, first?.verdicts[0]?.availability);
    assert.ok((moved?.verdicts[0]?.findings.length ?? 0) > 0);
  });

  it('are dropped if the targets change', () => {
    const memo = new VerdictMemo();
    const text = documents[0] ?? '';
    analyze(text, inputs('web.yaml', [surfaceOf('1.15')]), memo);
    assert.deepEqual(
      comparableForm(analyze(text, inputs('web.yaml', surfaces), memo)),
      comparableForm(analyze(text, inputs('web.yaml', surfaces))),
    );
  });
});

/** Everything that an analysis contains about resources, including fixes. */
function comparableForm(analysis: Analysis): unknown {
  return analysis.resources.map(({ resource, verdicts }) => ({
    name: resource.name,
    start: resource.root.start,
    verdicts: verdicts.map(({ surface, availability, findings }) => ({
      target: surface.name,
      state: availability.state,
      findings: findings.map(({ code, path, span: { start, end }, message, fixes }) => [
        [code, path, start, end, message],
        fixes(),
      ]),
    })),
  }));
}
