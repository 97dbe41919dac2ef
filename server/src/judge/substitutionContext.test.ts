import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';

const service = (port: string, name = 'a') =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports:\n    - port: ${port}\n  typ: x\n`;

function judged(text: string, fillsVariables = false) {
  const { context, ...alone } = inputs('a.yaml', [surfaceOf('1.37')]);
  const given = { ...alone, context: { ...context, fillsVariables: () => fillsVariables } };
  const { resources, notJudged } = analyze(text, given);
  const findings = resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  return {
    found: findings.map(({ code, path }) => `${code} ${path}`),
    notJudged: notJudged.map(({ reason }) => reason),
  };
}

describe('variables that are substituted before a manifest is applied', () => {
  const unfilled = (path: string) => [`unfilled-placeholder ${path}`, 'unknown-field spec.typ'];

  it('are reported if no tool is known to substitute them, and counted otherwise', () => {
    for (const variable of ['\u0024{PORT}', '"\u0024{PORT:=80}"', '\u0024{PORT:-80}']) {
      const text = service(variable);
      assert.deepEqual(judged(text), { found: unfilled('spec.ports[0].port'), notJudged: [] }, variable);
      assert.deepEqual(judged(text, true), { found: ['unknown-field spec.typ'], notJudged: ['template'] }, variable);
    }
    assert.deepEqual(judged(service('80', 'web-\u0024{NAME}')), { found: unfilled('metadata.name'), notJudged: [] });
  });

  it('are reported in labels if nothing else is wrong with the value', () => {
    const labelled = (value: string) => service('80').replace('  name: a', `  name: a\n  labels: { a: "${value}" }`);
    assert.deepEqual(judged(labelled('\u0024{CLUSTER}-0')).found, unfilled('metadata.labels'));
    assert.deepEqual(judged(labelled('\u0024{CLUSTER}-0'), true).found, ['unknown-field spec.typ']);
    assert.deepEqual(judged(labelled('-')).found, ['invalid-value metadata.labels', 'unknown-field spec.typ']);
  });

  it('are ignored in fields that accept any text', () => {
    const text = service('80').replace('  name: a', '  name: a\n  annotations: {a: "\u0024{HOME}"}');
    assert.deepEqual(judged(text), { found: ['unknown-field spec.typ'], notJudged: [] });
  });

  it('do not hide wrong types of other fields', () => {
    const { found, notJudged } = judged(service('eighty', 'web-\u0024{NAME}'));
    assert.deepEqual([found, notJudged], [['wrong-type spec.ports[0].port', 'unknown-field spec.typ'], []]);
    assert.deepEqual(judged(service('$(PORT)')).found, ['wrong-type spec.ports[0].port', 'unknown-field spec.typ']);
  });

  it('do not hide missing fields', () => {
    const pod = (container: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  containers:\n    - ${container}\n`;
    const missing = { found: ['missing-field spec.containers[0].image'], notJudged: [] };
    for (const argument of ['"echo \u0024{HOME}"', 'mail user@example.com@', '<html>', '__X__']) {
      assert.deepEqual(judged(pod(`{ name: c, command: [ sh, -c, ${argument} ] }`)), missing, argument);
    }
    assert.deepEqual(judged(pod('name: c # --x=\u0024{Y:=1}')), missing);
    assert.deepEqual(judged(pod('\u0024{CONTAINER}'), true), { found: [], notJudged: ['template'] });
  });
});

describe('values that SOPS has encrypted', () => {
  const encrypted = 'ENC[AES256_GCM,data:0VqjtQ==,iv:bW9jaw==,tag:bW9jaw==,type:str]';
  const sops = `sops:\n  mac: ${encrypted}\n  version: 3.8.1\n`;

  it('are accepted, and the metadata of SOPS is no unknown field', () => {
    const secret = (data: string) => `apiVersion: v1\nkind: Secret\nmetadata: { name: a }\ndata:\n  token: ${data}\n`;
    assert.deepEqual(judged(secret(encrypted) + sops), { found: [], notJudged: ['template'] });
    assert.deepEqual(judged(`${secret('dG9rZW4=')}${sops}`), { found: [], notJudged: [] });
    assert.deepEqual(judged(`${secret('no base64')}${sops}`).found, ['wrong-type data[token]']);
    const settings = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, labels: { b: "${encrypted}" } }\n`;
    assert.deepEqual(judged(settings + sops), { found: [], notJudged: ['template'] });
  });

  it("do not allow a field that only has the name of SOPS's metadata", () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nsops: { mac: x }\n';
    assert.deepEqual(judged(text).found, ['unknown-field sops']);
  });
});
