import { DraftMap } from '../../manifest/reconcile/draft.ts';
import type { KindCode } from './kindCode.ts';

/**
 * The capacities of a ResourceSlice's devices: quantities in `resource.k8s.io/v1alpha3`, objects with `value` in later
 * versions (`k8s.io/api/resource/v1beta1/types.go`, `DeviceCapacity`).
 */
export const capacityValues: KindCode = {
  toHub: (root) => {
    for (const capacity of capacities(root)) {
      for (const field of [...capacity.fields()]) {
        if (field.value.kind !== 'scalar') continue;
        const wrapped = new DraftMap();
        wrapped.set('value', field.value);
        capacity.set(field.key, wrapped);
      }
    }
  },
  fromHub: (root, remarks) => {
    for (const capacity of capacities(root)) {
      for (const field of [...capacity.fields()]) {
        const value = field.value instanceof DraftMap ? field.value.get('value') : undefined;
        if (!(field.value instanceof DraftMap) || value === undefined) continue;
        if (field.value.get('requestPolicy') !== undefined) {
          remarks.lost.push({
            path: `spec.devices[].basic.capacity[${field.key}].requestPolicy`,
            message: 'cannot be expressed',
          });
        }
        capacity.set(field.key, value);
      }
    }
  },
};

function capacities(root: DraftMap): readonly DraftMap[] {
  return (root.map('spec')?.list('devices')?.items ?? []).flatMap((device) => {
    const capacity = device instanceof DraftMap ? device.map('capacity') : undefined;
    return capacity === undefined ? [] : [capacity];
  });
}
