import assert from 'node:assert/strict';
import { admittedText } from '../../../server/src/admitted/admittedText.ts';
import { isValueList, isValueMap, plainValue, type Value } from '../../../server/src/conversion/value.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../../server/src/manifest/resources/findResources.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { classes } from './plugins.ts';

interface Recorded {
  readonly target: string;
  readonly given: readonly object[];
  readonly answers: readonly { readonly object: object; readonly stored?: Value }[];
}

/** Generated fields, and metadata. */
const ignored = new Set([
  'metadata',
  'status',
  'clusterIP',
  'clusterIPs',
  'ipFamilies',
  'nodePort',
  'healthCheckNodePort',
]);

function comparable(value: Value): Value {
  if (isValueList(value)) return value.map(comparable);
  if (!isValueMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !ignored.has(key) && each !== false && !isEmpty(each))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, comparable(each)]),
  );
}

function isEmpty(value: Value): boolean {
  return isValueMap(value) && Object.values(value).every(isEmpty);
}

describe('objects as a real server stored them', () => {
  it('have the defaults, and the values of admission plugins', () => {
    let compared = 0;
    for (const { target, given, answers } of readRows<Recorded>(new URL('plugins.jsonl.gz', import.meta.url))) {
      const objects = [...classes, ...given, ...answers.map(({ object }) => object)];
      const surface = surfaceOf(`${target},disable-admission-plugins=ServiceAccount`);
      const written = objects.map((manifest) => JSON.stringify(manifest)).join('\n---\n');
      const admitted = admittedText(written, inputs('recorded.yaml', [withDefinitionsOf(surface, written)]));
      const { resources } = findResources(readManifest(admitted.text), 'recorded.yaml');
      for (const [index, { object, stored }] of answers.entries()) {
        const resource = resources[classes.length + given.length + index];
        // The priority of pods without a class depends on the cluster.
        const isOpen = JSON.stringify(object).includes('priority') || stored === undefined || resource === undefined;
        if (isOpen) continue;
        const shown = comparable(plainValue(resource.root));
        assert.deepEqual(without(shown), without(comparable(stored)), JSON.stringify(object));
        compared++;
      }
    }
    assert.ok(compared > 500, `${compared}`);
  });
});

/** In a cluster without a default PriorityClass every pod has the priority 0, which is not predicted. */
function without(value: Value): Value {
  if (!isValueMap(value)) return value;
  const { spec } = value;
  if (spec === undefined || !isValueMap(spec)) return value;
  const { priority: _priority, preemptionPolicy: _policy, ...rest } = spec;
  return { ...value, spec: rest };
}
