import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import { chartTemplates } from '../../helm/chart.ts';
import { VerdictMemo } from '../verdictMemo.ts';

const surfaces = [surfaceOf('1.37'), surfaceOf('1.30')];
const chart = chartTemplates([]);

/** Pieces of templates: edits insert, remove and move them. */
const pieces = [
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  type: ClusterIP\n  ports: [{port: 80, targetPort: "no_port", nodePort: 30000}]\n',
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  {{- if .Values.a }}\n  ports: []\n  {{- end }}\n  clusterIP: 10.0.0.1\n',
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  containers:\n    - name: web\n      image: web\n      volumeMounts: [{name: data, mountPath: /data}]\n  volumes:\n  {{- if .Values.a }}\n  - name: other\n    emptyDir: {}\n  {{- end }}\n',
  '{{- if .Values.b }}\n# only then\n{{- end }}\n',
  '{{- if .Values.a }}\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  type: {{ .Values.type }}\n  ports: [{port: 80, targetPort: "no_port"}]\n{{- end }}\n',
];

const findingsOf = (text: string, memo?: VerdictMemo) =>
  analyze(text, inputs('templates/a.yaml', surfaces, { chart }), memo).resources.map(({ verdicts }) =>
    verdicts.map(({ findings }) =>
      findings.map(({ code, path, span: { start, end }, message, fixes }) => ({
        code,
        path,
        span: { start, end },
        message,
        fixes: fixes(),
      })),
    ),
  );

describe('memoized findings of templates', () => {
  const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('---\n'));
  const edit = fc.record({
    at: fc.nat(300),
    with: fc.constantFrom('', ' ', '\n', '# note\n', 'a', '{{ .Values.x }}', '- '),
  });
  const edited = fc.tuple(text, edit).map(([all, { at, with: put }]) => `${all.slice(0, at)}${put}${all.slice(at)}`);

  it('equal those of a new check of every version', () => {
    fc.assert(
      fc.property(fc.array(edited, { minLength: 2, maxLength: 4 }), (versions) => {
        const memo = new VerdictMemo();
        for (const version of versions) assert.deepEqual(findingsOf(version, memo), findingsOf(version));
      }),
      { numRuns: 10, seed: 8 },
    );
  });

  it('are completed once costly checks are no longer deferred', () => {
    fc.assert(
      fc.property(fc.array(edited, { minLength: 2, maxLength: 4 }), (versions) => {
        const memo = new VerdictMemo();
        memo.supposed.defersCostly = true;
        for (const version of versions) findingsOf(version, memo);
        memo.supposed.defersCostly = false;
        const last = versions.at(-1) ?? '';
        assert.deepEqual(findingsOf(last, memo), findingsOf(last));
        assert.equal(memo.supposed.isStale, false);
      }),
      { numRuns: 15, seed: 8 },
    );
  });

  it('move with their text during typing', () => {
    const memo = new VerdictMemo();
    const [service = ''] = pieces;
    const before = findingsOf(service, memo);
    memo.supposed.defersCostly = true;
    const typed = service.replace('type: ClusterIP', 'type: ClusterI');
    const now = findingsOf(typed, memo);
    assert.equal(memo.supposed.isStale, true);
    const shown = (version: string, found: ReturnType<typeof findingsOf>) =>
      found.flat(2).map(({ code, span: { start, end } }) => `${code} ${version.slice(start, end)}`);
    assert.ok(before.flat(2).length > 2);
    assert.deepEqual(shown(typed, now), shown(service, before));
    // Unchanged objects are not deferred.
    findingsOf(`# note\n${service}`, memo);
    assert.equal(memo.supposed.isStale, false);
  });
});
