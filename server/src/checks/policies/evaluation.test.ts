import assert from 'node:assert/strict';
import { withDefinitionsOf } from '../../../../test/harness/customKinds.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';

const apiVersion = 'admissionregistration.k8s.io/v1';

/** The messages of a policy with these validations about a ConfigMap with this data. */
function messages(validations: readonly object[], data: Readonly<Record<string, string>>): readonly string[] {
  const metadata = { name: 'test' };
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
  const text = [
    {
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicy', metadata },
      spec: { matchConstraints: { resourceRules: [rule] }, validations },
    },
    {
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata },
      spec: { policyName: 'test', validationActions: ['Deny'] },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'test', namespace: 'test' }, data },
  ]
    .map((object) => JSON.stringify(object))
    .join('\n---\n');
  const { resources } = analyze(text, inputs('test.yaml', [withDefinitionsOf(surfaceOf('1.37'), text)]));
  return (resources.at(-1)?.verdicts[0]?.findings ?? []).map(({ message }) => message.replace(/^.*request: /, ''));
}

describe('evaluations of admission policies', () => {
  const data = { a: '1', b: '2' };

  it('do not depend on the undefined order of a map', () => {
    const first = { expression: 'object.data.map(k, k)[0] != "a"' };
    assert.deepEqual(messages([first], data), []);
    assert.deepEqual(messages([first], { a: '1' }), ['failed expression: object.data.map(k, k)[0] != "a"']);
    assert.deepEqual(messages([{ expression: 'object.data.map(k, k).size() > 2' }], data), [
      'failed expression: object.data.map(k, k).size() > 2',
    ]);
  });

  it('list the keys of a map in an order that the server may use', () => {
    const validation = { expression: 'false', messageExpression: '"not allowed: " + object.data.map(k, k).join(", ")' };
    assert.deepEqual(messages([validation], data), ['not allowed: a, b']);
  });

  it('are uncertain about keys that others may add, unless a known key decides', () => {
    const finalizers = { expression: '!object.metadata.exists(k, k == "other")' };
    assert.deepEqual(messages([finalizers], data), []);
  });

  it('fail if they exceed the cost limit of the server', () => {
    const expression = 'object.data.text.contains(object.data.text)';
    assert.deepEqual(messages([{ expression }], { text: 'a'.repeat(9_000) }), []);
    assert.deepEqual(messages([{ expression }], { text: 'a'.repeat(11_000) }), [
      `expression '${expression}' resulted in error: operation cancelled: actual cost limit exceeded`,
    ]);
  });
});
