import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import { isFilledIn } from './placeholder.ts';

function judged(text: string) {
  const { resources, documentFindings, notJudged } = analyze(text, inputs('a.yaml', [surfaceOf('1.37')]));
  const findings = resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  return {
    found: [...documentFindings.map(({ finding }) => finding), ...findings].map(({ code, path }) => `${code} ${path}`),
    notJudged: notJudged.map(({ document, reason }) => `${document} ${reason}`),
  };
}

const service = (name: string, port: string, type: string) =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n  labels: {a: ${type}}\nspec:\n  type: ${type}\n  ports:\n    - port: ${port}\n  typ: x\n`;

describe('placeholders of template languages and other tools', () => {
  it('are counted and not reported if they belong to a template language', () => {
    for (const mark of ['<%= name %>', '"(@= name @)"']) {
      assert.deepEqual(
        judged(service(mark, mark, mark)),
        { found: ['unknown-field spec.typ'], notJudged: ['0 template'] },
        mark,
      );
    }
  });

  it('are reported if no tool is known to replace them', () => {
    for (const mark of ['__NAME__', '<your-name>', '"@@NAME@@"', '"@name@"', '"%%X%%"', '<your, own: port>']) {
      const found = ['unfilled-placeholder spec.ports[0].port', 'unknown-field spec.typ'];
      assert.deepEqual(judged(service('web', `"${mark.replaceAll('"', '')}"`, 'ClusterIP')), { found, notJudged: [] });
    }
  });

  it('are reported at their position if they make a document unreadable', () => {
    for (const [text, mark] of [
      [service('@@NAME@@', '80', 'ClusterIP'), '@@NAME@@'],
      [service('web', '@service.port@', 'ClusterIP'), '@service.port@'],
      [service('web', '%%PORT%%', '"x"'), '%%PORT%%'],
      [service('web', '80', '"$" + x').replace('{a: "$" + x}', '{ a: "b", c: $' + '{LABEL} }'), '$' + '{LABEL}'],
      [`${service('web', '80', 'ClusterIP')}  __MORE__\n`, '__MORE__'],
    ] as const) {
      const { documentFindings, notJudged } = analyze(text, inputs('a.yaml', [surfaceOf('1.37')]));
      const [found, ...more] = documentFindings.map(({ finding }) => finding);
      assert.ok(found !== undefined && more.length === 0, text);
      assert.equal(found.code, 'unfilled-placeholder');
      assert.equal(text.slice(found.span.start, found.span.end), mark);
      assert.deepEqual(
        notJudged.map(({ reason }) => reason),
        ['template'],
      );
    }
  });

  it('are no syntax errors if they belong to a template language', () => {
    for (const text of [
      `${service('web', '80', 'ClusterIP')}<% if x %>\n  y: z\n<% end %>\n`,
      `${service('web', '80', 'ClusterIP')}{% if x %}\n  y: z\n{% endif %}\n`,
      `${service('web', '80', 'ClusterIP')}(@= x @)\n`,
      service('{{NAME}}', '80', 'ClusterIP').replace('{a: ClusterIP}', '{a: {{A}}, b: c}'),
    ]) {
      assert.deepEqual(judged(text), { found: [], notJudged: ['0 template'] }, text);
    }
  });

  it('prevent all other checks as apiVersion or kind', () => {
    for (const head of [
      'apiVersion: __API__\nkind: Pod',
      'apiVersion: v1\nkind: <kind>',
      'apiVersion: $' + '{G}/v1\nkind: A',
    ]) {
      const { found, notJudged } = judged(`${head}\nspec: {x: 1}\n`);
      assert.deepEqual(
        [found.map((finding) => finding.split(' ')[0]), notJudged],
        [['unfilled-placeholder'], ['0 template']],
        head,
      );
    }
  });

  it('do not hide syntax errors or values that only look similar', () => {
    assert.deepEqual(judged(service('web', '[', 'ClusterIP')).notJudged, ['0 broken-resource']);
    for (const value of [
      'a@b',
      'web__name',
      '< 80',
      '$80',
      '80%',
      '__init__',
      '2_kS91__P__x',
      'a <b> c<'.slice(0, 3),
    ]) {
      assert.ok(!isFilledIn(value), value);
    }
    assert.deepEqual(judged(service('web', 'eighty', 'ClusterIP')).found, [
      'wrong-type spec.ports[0].port',
      'unknown-field spec.typ',
    ]);
  });

  it('are not DNS names, numbers, quantities or image names', () => {
    const name = fc.stringMatching(/^[a-z0-9]([a-z0-9.:/-]{0,30}[a-z0-9])?$/);
    fc.assert(fc.property(fc.oneof(name, fc.integer().map(String)), (value) => !isFilledIn(value)));
  });
});

describe('a template of ytt', () => {
  const head = '#@ load("@ytt:data", "data")\n';
  const deployment = [
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata:',
    '  name: #@ data.values.name',
    'spec:',
    '  replicas: #@ data.values.replicas',
    '  replica: 1',
    '  selector: #@ labels()',
    '  #@ if data.values.slow:',
    '  paused: true',
    '  #@ else:',
    '  paused: false',
    '  #@ end',
    '  minReadySeconds: soon',
    '',
  ].join('\n');

  it('has the findings that are certain', () => {
    assert.deepEqual(judged(head + deployment), {
      found: ['unknown-field spec.replica', 'wrong-type spec.minReadySeconds'],
      notJudged: ['0 template'],
    });
  });

  it('is not checked if functions have bodies, or if its kind is not known', () => {
    const body = '#@ def spec():\nreplica: 1\n#@ end\n';
    assert.deepEqual(judged(body + deployment), { found: [], notJudged: ['0 template'] });
    const code = '#@ def name():\n#@   return "a"\n#@ end\n';
    assert.equal(judged(code + deployment).found.length, 2);
    assert.deepEqual(judged('apiVersion: #@ x\nkind: Pod\nspec: {x: 1}\n'), { found: [], notJudged: ['0 template'] });
  });

  it('is not recognized if its marks are in text', () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\ndata:\n  a: |\n    x: #@ y\n  b: "#@ z"\n';
    assert.deepEqual(judged(text), { found: ['missing-field metadata.name'], notJudged: [] });
  });

  it('may have statements of Jinja in comments', () => {
    const text = deployment.replaceAll(/#@ (if|else|end).*/g, '# {% $1 %}');
    assert.deepEqual(judged(text).notJudged, ['0 template']);
    assert.equal(judged(text).found.length, 2);
  });
});
