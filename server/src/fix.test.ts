import assert from 'node:assert/strict';
import { inputs } from '../../test/harness/inputs.ts';
import { surfaceOf } from '../../test/harness/surfaces.ts';
import { analyze } from './analyze.ts';
import { type AppliedFix, applyFixes, applyIfReadable, safeFixes } from './fix.ts';

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: &a x }\ndata: { b: *a, c: d }\ndta: {}\n';

describe('a round of fixes', () => {
  it('omits fixes that would make the text unreadable', () => {
    const given = inputs('a.yaml', [surfaceOf('1.37')]);
    const before = analyze(text, given);
    const replacing = (old: string, newText: string): AppliedFix => {
      const start = text.indexOf(old);
      const edits = [{ span: { start, end: start + old.length }, newText }];
      const finding = before.resources[0]?.verdicts[0]?.findings[0] ?? assert.fail('nothing is found');
      return { finding, fix: { title: old, kind: 'safe', edits, left: [] }, resource: undefined, origin: start };
    };
    const good = replacing('c: d', 'c: e');
    const bad = replacing('&a x', 'x');
    const fixed = applyIfReadable(text, before, [bad, good], given);
    assert.equal(fixed?.text, text.replace('c: d', 'c: e'));
    assert.deepEqual(fixed?.applied, [good]);
    assert.equal(applyIfReadable(text, before, [bad], given), undefined);
  });
});

describe('fixes for targets that share no version', () => {
  const level = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: a }
spec: { type: Limited, limited: { limitResponse: { type: Reject } } }
`;
  const given = inputs('a.yaml', [surfaceOf('1.37'), surfaceOf('1.21')]);

  it('are not safe, as the text would become invalid for another target', () => {
    const fixed = applyFixes(level, given, safeFixes);
    assert.equal(fixed.text, level);
    assert.deepEqual(fixed.applied, []);
    const [finding] = analyze(level, given).resources[0]?.verdicts[1]?.findings ?? [];
    const [fix] = finding?.fixes() ?? [];
    assert.equal(fix?.kind, 'lossy');
    assert.deepEqual(fix?.left, ['target "1.37" does not serve flowcontrol.apiserver.k8s.io/v1beta1']);
  });

  it('change nothing if all are requested, and are not reported as applied', () => {
    const fixed = applyFixes(level, given, () => true);
    assert.equal(fixed.text, level);
    assert.deepEqual(fixed.applied, []);
  });
});
