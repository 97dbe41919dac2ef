import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { wordingProblems } from '../../../test/harness/wording.ts';
import { analyze } from '../analyze.ts';
import { applyFixes, safeFixes } from '../fix.ts';
import type { Analysis } from '../judge/analysis.ts';
import { judgeText } from '../judge/judgeText.ts';
import { noContext } from '../kustomize/fileContext.ts';
import { applyEdits } from '../text/edit.ts';
import { addSuppression } from './addSuppression.ts';
import { wholeComment } from './readSuppressions.ts';
import { withoutSuppressed } from './suppress.ts';

const today = '2026-06-01';
const surfaces = [surfaceOf('1.36')];

/** All findings on a text, without suppressed ones if a day is given. */
function findings(text: string, day?: string) {
  const analysis = judgeText(text, inputs('a.yaml', surfaces));
  const found = allOf(day === undefined ? analysis : withoutSuppressed(analysis, day));
  assert.deepEqual(found.flatMap(wordingProblems), []);
  return found;
}

function allOf({ documentFindings, resources }: Analysis) {
  return [
    ...documentFindings.map(({ finding }) => finding),
    ...resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings)),
  ];
}

const codes = (text: string) => findings(text, today).map(({ code }) => code);

const pod = (before: string, after = '', above = '') => `${above}apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
${before}  containers:
  - name: a
    image: a
    imag: b${after}
  nodeNam: x
`;

describe('suppressions', () => {
  it('ignore nothing if the date is unknown', () => {
    assert.equal(findings(pod('', ' # kubecompat-ignore unknown-field: x')).length, 2);
  });

  it('apply to their own line if they follow other text', () => {
    assert.deepEqual(codes(pod('', ' # kubecompat-ignore unknown-field: x')), ['unknown-field']);
  });

  it('apply to the node below, including a list beside its key', () => {
    assert.deepEqual(codes(pod('  # kubecompat-ignore unknown-field: x\n  # more\n\n')), ['unknown-field']);
  });

  it('apply to documents in archives that the file references', () => {
    const text = '# kubecompat-ignore-file syntax-error: known\nname: a\n';
    const context = {
      ...noContext,
      packedFiles: [{ name: 'charts/b.tgz/crds/c.yaml', text: 'apiVersion: v1\nkind: ConfigMap\na: [b\n' }],
    };
    const { packed, ...analysis } = analyze(text, inputs('Chart.yaml', surfaces, { context }));
    assert.deepEqual([...allOf(analysis), ...(packed?.documentFindings ?? [])], []);
    assert.equal(analysis.suppressed, 1);
  });

  it('apply to a document or a file by their suffix', () => {
    const two = (word: string) => `${pod('', '', `# kubecompat-ignore-${word} unknown-field: x\n`)}---\n${pod('')}`;
    assert.equal(codes(two('document')).length, 2);
    assert.equal(codes(two('file')).length, 0);
    assert.deepEqual(codes(pod('', '', '# kubecompat-ignore-all unknown-field: x\n')).sort(), [
      'malformed-suppression',
      'unknown-field',
      'unknown-field',
    ]);
  });

  it('may name several codes, each of which must be used', () => {
    const found = findings(pod('', ' # kubecompat-ignore unknown-field, removed-api: x'), today);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['unused-suppression', 'unknown-field'],
    );
    assert.match(found[0]?.message ?? '', /ignores removed-api, but/);
  });

  it('are not found in strings', () => {
    const text =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a: |\n    # kubecompat-ignore x: y\n';
    assert.deepEqual(codes(text), []);
    assert.deepEqual(codes(text.replace('    #', '    a: "#').replace('y\n', 'y"\n')), []);
  });

  it('are found in strings that are manifests', () => {
    const embedded =
      'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  # kubecompat-ignore unknown-field: x\n  y: 1\n';
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a.yaml: |\n${embedded.replace(/^/gm, '    ')}`;
    const without = text.replace(/ *# .*\n/, '');
    assert.ok(codes(without).includes('unknown-field'));
    assert.ok(!codes(text).includes('unknown-field'));
  });

  it('can be removed entirely', () => {
    assert.deepEqual(wholeComment('a: 1 # x\nb', { start: 5, end: 8 }), { start: 4, end: 8 });
    assert.deepEqual(wholeComment('a:\n  # x\r\nb', { start: 5, end: 8 }), { start: 3, end: 10 });
    assert.deepEqual(wholeComment('# x', { start: 0, end: 3 }), { start: 0, end: 3 });
  });

  it('ignore their finding if they are added, and change nothing else', () => {
    const line = fc.constantFrom(
      '  nodeNam: x\n',
      '  restartPolicy: x\n',
      '  volumes: [{ nam: a }]\n',
      '  hostname: "a\n    b"\n',
      '  tolerations:\n  - kei: |\n      a\n      b\n',
      '  # a comment\n\n',
    );
    fc.assert(
      fc.property(fc.uniqueArray(line), fc.boolean(), (lines, crlf) => {
        const text = crlf ? pod(lines.join('')).replaceAll('\n', '\r\n') : pod(lines.join(''));
        const analysis = judgeText(text, inputs('a.yaml', surfaces));
        for (const { code, span } of allOf(analysis)) {
          const edit = addSuppression(analysis, 'a.yaml', code, span.start);
          assert.ok(edit !== undefined);
          const next = applyEdits(text, [edit]) ?? '';
          const remaining = findings(next, today);
          const moved = { start: span.start + edit.newText.length, end: span.end + edit.newText.length };
          assert.ok(!remaining.some((finding) => finding.code === code && finding.span.start === moved.start), next);
          assert.ok(!remaining.some((finding) => finding.code.endsWith('-suppression')), next);
          assert.deepEqual(
            findings(next).map((finding) => finding.message),
            findings(text).map((finding) => finding.message),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep their findings ignored while they are corrected', () => {
    const text = `# kubecompat-ignore-next-line removed-api: it goes in January\napiVersion: batch/v1beta1\nkind: CronJob\nmetadata: { name: a }\n`;
    const { text: fixed } = applyFixes(text, inputs('a.yaml', surfaces, { today }), safeFixes);
    assert.match(fixed, /^# kubecompat-ignore removed-api: it goes in January\napiVersion: batch\/v1beta1\n/);
  });

  it('are not found in headings of Markdown', () => {
    const text = `# Kubecompat: ignore\n\n\`\`\`yaml\n${pod('  # kubecompat: ignore\n')}\`\`\`\n# kubecompat: ignore\n`;
    const found = allOf(analyze(text, inputs('a.md', surfaces, { today }))).filter(({ code }) =>
      code.startsWith('malformed'),
    );
    assert.deepEqual(
      found.map(({ span }) => text.slice(0, span.start).split('\n').length),
      [9],
    );
  });

  it('are reported in comments of templates, which ignore nothing', () => {
    const comment = '{{- /* kubecompat-ignore unknown-field: x */ -}}\n{{/* kubecompat: our own */}}\n';
    const found = allOf(analyze(pod('', '', comment), inputs('a.yaml', surfaces, { today })));
    assert.equal(found.filter(({ code }) => code === 'malformed-suppression').length, 1);
  });

  it('are not offered in JSON, which has no comments', () => {
    const text = '{"apiVersion":"v1","kind":"Pod"}';
    assert.equal(addSuppression(judgeText(text, inputs('a.json', surfaces)), 'a.json', 'invalid', 0), undefined);
  });
});
