import assert from 'node:assert/strict';
import { chosenTarget, isActive, type ListState, matchesTypedText } from '../../client/src/targets/targetChoice.ts';

const list = (of: Partial<ListState>) =>
  chosenTarget({
    typed: '',
    labels: ['prod', '1.37,emulated-version=1.34', '1.37', '1.34'],
    focused: '1.37',
    moved: false,
    ...of,
  });

describe('the list of targets', () => {
  it('returns the row with the focus', () => {
    assert.deepEqual(list({}), { kind: 'row', label: '1.37' });
    assert.deepEqual(list({ typed: 'pro', focused: 'prod' }), { kind: 'row', label: 'prod' });
    assert.equal(list({ focused: undefined }), undefined);
  });

  it('returns the row that is typed exactly, even if another one is first', () => {
    assert.deepEqual(list({ typed: '1.34', focused: '1.37,emulated-version=1.34' }), { kind: 'row', label: '1.34' });
    assert.deepEqual(list({ typed: ' 1.34 ' }), { kind: 'row', label: '1.34' });
  });

  it('accepts an expression as written, even if a row begins with it', () => {
    const expression = '1.37,emulated-version=1.35';
    assert.deepEqual(list({ typed: expression, focused: undefined }), { kind: 'typed', expression });
    const longer = `${expression},feature-gates=A=true`;
    assert.deepEqual(list({ typed: expression, labels: [longer], focused: longer }), { kind: 'typed', expression });
    assert.deepEqual(list({ typed: '1.99', focused: undefined }), { kind: 'typed', expression: '1.99' });
  });

  it('returns the row to which the user moved the focus', () => {
    const moved = { typed: '1.34', focused: '1.37,emulated-version=1.34', moved: true };
    assert.deepEqual(list(moved), { kind: 'row', label: '1.37,emulated-version=1.34' });
  });

  it('accepts a word of a row, whatever its case', () => {
    const row = { label: 'Check Against Several Targets\u2026', description: 'as released' };
    assert.ok(matchesTypedText('several', row) && matchesTypedText('RELEASED', row));
    assert.ok(!matchesTypedText('1.99', row));
  });

  it('changes nothing if the targets are current, in any order', () => {
    const targets = ['1.36', '1.37'].map((name) => ({
      name,
      expression: name,
      label: name,
      description: '',
      source: '',
    }));
    assert.ok(isActive(['1.37', '1.36'], { targets }));
    assert.ok(!isActive(['1.37'], { targets }));
    assert.ok(!isActive([], { targets: [] }), 'going back to what is configured is a change');
  });
});
