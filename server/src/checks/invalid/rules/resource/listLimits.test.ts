import assert from 'node:assert/strict';
import { inputs } from '../../../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../../../test/harness/surfaces.ts';
import { analyze } from '../../../../analyze.ts';

const [old, now] = ['1.34,runtime-config=api/all=true', '1.37,runtime-config=api/all=true'];
const taint = { taints: [{ key: 'a', effect: 'NoSchedule' }] };
const counters = { consumesCounters: [{ counterSet: 's', counters: { a: { value: '1' } } }] };

// Recorded from kube-apiserver 1.34.4 and 1.37.1.
describe('lists of resource.k8s.io with a maximum length', () => {
  it('may have fewer devices if one has taints or consumes counters, since 1.35', () => {
    const name = (index: number) => `spec.devices[${index}].name`;
    for (const version of ['v1', 'v1beta1']) {
      for (const first of [taint, counters]) {
        assert.deepEqual(found(slice(version, 64, first), now), [name(63)]);
        assert.deepEqual(found(slice(version, 65, first), now), [
          'spec.devices Too many: 65: must have at most 64 items',
        ]);
      }
      assert.deepEqual(found(slice(version, 128, {}), now), [name(127)]);
      assert.deepEqual(found(slice(version, 129, {}), now), [
        'spec.devices Too many: 129: must have at most 128 items',
      ]);
    }
    assert.deepEqual(found(slice('v1', 65, taint), old), [name(64)]);
  });

  it('have their items validated as well before 1.35', () => {
    assert.deepEqual([...found(slice('v1', 129, {}), old)].sort(), [
      'spec.devices Too many: 129: must have at most 128 items',
      'spec.devices[128].name',
    ]);
    const claim = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: { name: 'a' },
      spec: { devices: { requests: named(33, (name) => ({ name, exactly: { deviceClassName: 'gpu.example.com' } })) } },
    };
    const tooMany = 'spec.devices.requests Too many: 33: must have at most 32 items';
    assert.deepEqual([...found(claim, old)].sort(), [tooMany, 'spec.devices.requests[32].name']);
    assert.deepEqual(found(claim, now), [tooMany]);
  });
});

/** The last name is invalid. */
function named<T>(count: number, make: (name: string, index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index === count - 1 ? 'Upper' : `n${index}`, index));
}

function slice(version: string, count: number, first: object) {
  const devices = named(count, (name, index) => {
    const parts = index === 0 ? first : {};
    return version === 'v1beta1' ? { name, basic: parts } : { name, ...parts };
  });
  const pool = { name: 'p', resourceSliceCount: 1 };
  return {
    apiVersion: `resource.k8s.io/${version}`,
    kind: 'ResourceSlice',
    metadata: { name: 'a' },
    spec: { driver: 'gpu.example.com', nodeName: 'n', pool, devices },
  };
}

/** Paths of refused fields, with messages about lists. */
function found(object: object, target: string): readonly string[] {
  const { resources } = analyze(JSON.stringify(object), inputs('new.json', [surfaceOf(target)]));
  return resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) =>
      findings
        .filter(({ consequence }) => consequence === 'invalid')
        .map(({ path, message }) => (message.includes('Too many') ? message.replace(': ', ' ') : path)),
    ),
  );
}
