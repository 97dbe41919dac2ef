import assert from 'node:assert/strict';
import { surfaceOf } from '../../../../../test/harness/surfaces.ts';
import { serverPropertiesAt } from '../../../checks/crd-evolution/serverProperties.ts';
import { definitionsIn } from '../../definitionList.ts';
import { isImplied } from './implied.ts';

describe('rules that count, implied by the old schema', () => {
  it('hold if exactly one of several fields was always set', () => {
    const rule = '[has(self.a),has(self.b)].filter(x,x==true).size() == 1';
    assert.equal(implied(rule, 'required: [a], properties: { a: { type: string } }'), true);
    assert.equal(implied(rule, 'required: [a], properties: { a: { type: string }, b: { type: string } }'), false);
    assert.equal(implied(rule, 'properties: { a: { type: string } }'), false);
    assert.equal(
      implied('[has(self.a), has(self.b)].filter(x, x).size() <= 1', 'properties: { a: { type: string } }'),
      true,
    );
    assert.equal(
      implied('(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1', 'properties: { b: { type: string } }'),
      true,
    );
  });

  it('hold if the old limits of lists exclude more items', () => {
    const list = (max: number) =>
      `required: [a], properties: { a: { type: array, maxItems: 2, items: { type: object, required: [m], properties: { m: { type: array, maxItems: ${max}, items: { type: string } } } } } }`;
    const sum = '(self.a.size() > 0 ? self.a[0].m.size() : 0) + (self.a.size() > 1 ? self.a[1].m.size() : 0) <= 6';
    assert.equal(implied(sum, list(3)), true);
    assert.equal(implied(sum, list(4)), false);
    assert.equal(implied(sum.replace('> 1', '> 0'), list(3)), false);
    assert.equal(implied(sum, list(3).replace('required: [m], ', '')), false);
    assert.equal(implied('self.a.size() <= 2', list(3)), true);
    assert.equal(implied('self.a.size() < 2', list(3)), false);
    assert.equal(implied('self.a.size() <= 2', list(3).replace('required: [a], ', '')), false);
    assert.equal(implied('!has(self.a) || self.a.size() <= 2', list(3).replace('required: [a], ', '')), false);
  });

  it('hold for sums with many terms', () => {
    const sum = Array.from(
      { length: 16 },
      (_, at) => `(self.a.size() > ${at} ? (has(self.a[${at}].m) ? self.a[${at}].m.size() : 0) : 0)`,
    );
    const list = (max: number) =>
      `required: [a], properties: { a: { type: array, maxItems: 16, items: { type: object, properties: { m: { type: array, maxItems: ${max}, items: { type: string } } } } } }`;
    assert.equal(implied(`${sum.join(' + ')} <= 128`, list(8)), true);
    assert.equal(implied(`${sum.join(' + ')} <= 128`, list(9)), false);
  });
});

function implied(rule: string, schema: string): boolean {
  const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: lamps, kind: Lamp }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, ${schema} } }
`;
  const before = definitionsIn(text, 'lamp.yaml')[0]?.versions[0]?.schema;
  const { syntax } = serverPropertiesAt(surfaceOf('1.37'));
  return isImplied({ rule, optionalOldSelf: false }, [], { before, after: before, isResource: false }, syntax);
}
