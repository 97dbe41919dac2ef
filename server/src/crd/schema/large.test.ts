import assert from 'node:assert/strict';
import { withDefinitionsOf } from '../../../../test/harness/customKinds.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';

/** The messages for a Lamp whose definition has these properties below `spec`. */
function messages(properties: unknown, spec: unknown): readonly string[] {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'lamps.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Lamp', plural: 'lamps', singular: 'lamp', listKind: 'LampList' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
          },
        },
      ],
    },
  };
  const surface = withDefinitionsOf(surfaceOf('1.37'), JSON.stringify(definition));
  const lamp = { apiVersion: 'example.com/v1', kind: 'Lamp', metadata: { name: 'a' }, spec };
  const { resources } = analyze(JSON.stringify(lamp), inputs('a.yaml', [surface]));
  return resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) => findings.map(({ message }) => message)),
  );
}

describe('custom resources with large defaults', () => {
  it('are not validated if defaults make them too large to be stored', () => {
    const fields = Array.from({ length: 100 }, (_, index) => [
      `f${index}`,
      { type: 'string', default: 'x'.repeat(1_000) },
    ]);
    const properties = {
      colour: { type: 'string', enum: ['red'] },
      items: { type: 'array', items: { type: 'object', properties: Object.fromEntries(fields) } },
    };
    const lamp = (count: number) => ({ colour: 'blue', items: Array.from({ length: count }, () => ({})) });
    assert.equal(messages(properties, lamp(10)).length, 1);
    assert.deepEqual(messages(properties, lamp(20_000)), []);
  });

  it('are reported with the first values of a long enumeration and the number of the others', () => {
    const colour = { type: 'string', enum: Array.from({ length: 2_000 }, (_, index) => `c${index}`) };
    const [message = '', ...others] = messages({ colour }, { colour: 'blue' });
    assert.deepEqual(others, []);
    assert.match(message, /"c0", "c1", .*"c499" and 1500 more$/);
  });
});
