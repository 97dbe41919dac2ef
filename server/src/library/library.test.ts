import assert from 'node:assert/strict';
import { definitionThatKeepsAll } from '../../../test/harness/customKinds.ts';
import { readCrdSet } from '../workspace/shipped/crdSetFile.ts';
import { analyze, convert, createTarget, fix, type Target, type TargetOptions } from './index.ts';

function targetOf(expression: string, options?: TargetOptions): Target {
  const created = createTarget(expression, options);
  assert.ok(created.ok, JSON.stringify(created));
  return created.target;
}

const budget = 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget # kept\nmetadata: { name: a }\n';
const lamp = 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: { name: a }\nspec: { any: 1 }\n';

describe('the library', () => {
  it('reports the findings for each target, with their positions', () => {
    const { resources, findings, notJudged } = analyze(`${budget}---\nfoo: bar\n`, [
      targetOf('1.37'),
      targetOf('1.24'),
    ]);
    assert.deepEqual(
      resources.map(({ kind, name, range }) => [kind, name, range.start.line]),
      [['PodDisruptionBudget', 'a', 0]],
    );
    assert.deepEqual(
      findings.map(({ code, target, severity, resource }) => [code, target, severity, resource === resources[0]]),
      [
        ['removed-api', '1.37', 'error', true],
        ['deprecated-api', '1.24', 'warning', true],
      ],
    );
    assert.deepEqual(findings[0]?.range, { start: { line: 0, character: 12 }, end: { line: 0, character: 26 } });
    assert.equal(findings[0]?.fixes()[0]?.title, 'Convert to policy/v1');
    assert.deepEqual(
      notJudged.map(({ document, reason }) => [document, reason]),
      [[1, 'not-a-resource']],
    );
  });

  it('reports why a server would not start', () => {
    const created = createTarget('1.37,feature-gates=NoSuchGate=true');
    assert.ok(!created.ok);
    assert.deepEqual(
      created.problems.map(({ flag }) => flag),
      ['feature-gates'],
    );
    assert.ok(!createTarget('99').ok);
    const path = createTarget('1.37,crds=./crds');
    assert.ok(!path.ok);
    assert.match(path.problems[0]?.message ?? '', /files cannot be read here/);
  });

  it('fixes and converts without losing a comment, and reports what is left to do', () => {
    const fixed = fix(budget, targetOf('1.37'));
    assert.equal(fixed.text, budget.replace('v1beta1', 'v1'));
    assert.deepEqual(
      fixed.applied.map(({ code }) => code),
      ['removed-api'],
    );
    assert.deepEqual(fixed.left.findings, []);
    assert.equal(fix(budget, targetOf('1.37'), { codes: ['unknown-field'] }).text, budget);
    const reverted = convert(fixed.text, targetOf('1.24'), { to: 'policy/v1beta1' });
    assert.equal(reverted.text, budget);
    assert.deepEqual(
      reverted.outcomes.map(({ to, done, resource }) => [resource.apiVersion, to, done]),
      [['policy/v1', 'policy/v1beta1', true]],
    );
  });

  it('uses given definitions, those in the text, and releases if packs are available', () => {
    const definition = definitionThatKeepsAll('example.com', 'v1', 'Lamp');
    const reasons = (text: string, options?: TargetOptions) =>
      analyze(text, targetOf('1.37', options)).notJudged.map(({ reason }) => reason);
    assert.deepEqual(reasons(lamp), ['custom-resource']);
    assert.deepEqual(reasons(lamp, { definitions: [definition] }), []);
    assert.deepEqual(reasons(`${definition}---\n${lamp}`), []);
    const issuer = 'apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: { name: a }\nspec: { selfSined: {} }\n';
    const readSet = (name: string) => JSON.stringify(readCrdSet(name));
    const found = (expression: string, options?: TargetOptions) =>
      analyze(issuer, targetOf(expression, options)).findings.map(({ code, consequence }) => [code, consequence]);
    assert.deepEqual(found('1.37'), []);
    assert.deepEqual(found('1.37', { readSet }), [['unknown-field', 'release-dependent']]);
    assert.deepEqual(found('1.37', { readSet: () => undefined }), []);
    assert.deepEqual(found('1.37,crds=cert-manager=v1.16', { readSet }), [['unknown-field', 'unknown-field']]);
  });

  it('omits findings that a severity turns off or that a comment ignores until a date', () => {
    const ignored = `# kubecompat-ignore removed-api until 2027-01-31: the old cluster goes\n${budget}`;
    const codes = (text: string, options = {}) =>
      analyze(text, targetOf('1.37'), options).findings.map(({ code }) => code);
    assert.deepEqual(codes(budget, { severity: { 'removed-api': 'off' } }), []);
    assert.deepEqual(codes(ignored, { today: '2027-01-31' }), []);
    assert.deepEqual(codes(ignored, { today: '2027-02-01' }).sort(), ['expired-suppression', 'removed-api']);
  });

  it('accepts any text, and refuses arguments of another type with a typed error', () => {
    const target = targetOf('1.37');
    for (const text of ['', '\0', '{', 'a: *b\n', '- '.repeat(10_000), '---\n'.repeat(1000)]) {
      assert.doesNotThrow(() => analyze(text, target), JSON.stringify(text.slice(0, 10)));
      assert.doesNotThrow(() => fix(text, target));
      assert.doesNotThrow(() => convert(text, target));
    }
    const calls: readonly (readonly [unknown, unknown, unknown])[] = [
      [1, target, undefined],
      [undefined, target, undefined],
      ['', { name: '1.37' }, undefined],
      ['', [target, null], undefined],
      ['', target, null],
      ['', target, 'x'],
      ['', target, { file: 1 }],
    ];
    for (const args of calls)
      assert.throws(() => Reflect.apply(analyze, undefined, args), TypeError, JSON.stringify(args));
    assert.throws(() => Reflect.apply(analyze, undefined, ['', target, { severity: { a: 'loud' } }]), RangeError);
    assert.throws(() => Reflect.apply(fix, undefined, ['', target, { accept: ['all'] }]), RangeError);
    assert.throws(() => convert('', target, { to: 'a/b/c' }), RangeError);
    assert.throws(() => Reflect.apply(createTarget, undefined, [1]), TypeError);
    assert.throws(() => Reflect.apply(createTarget, undefined, ['1.37', { definitions: 'x' }]), TypeError);
  });
});
