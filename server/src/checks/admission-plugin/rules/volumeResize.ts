import { asValue } from '../../admissionMatch.ts';
import type { Value } from '../../value.ts';
import { amountOf } from '../amounts.ts';
import { classOfClaim } from '../claimClass.ts';
import { declared } from '../declared.ts';
import type { PluginRule } from '../pluginRule.ts';

/** Claims that grow although their class does not allow volume expansion. */
export const volumeResize: PluginRule = {
  plugin: 'PersistentVolumeClaimResize',
  updates: 'only',
  appliesTo: ({ kind }) => kind === '/PersistentVolumeClaim',
  refusals(request) {
    const { root, stored } = request;
    if (stored === undefined) return [];
    const [size, before] = [storage(root), storage(stored)];
    const name = classOfClaim(stored);
    if (!size.present || !before.present || amountOf(size).nanos <= amountOf(before).nanos) return [];
    const isWithout = name === '' && stored.at('spec').has('storageClassName');
    const by = declared(request, 'storage.k8s.io/StorageClass', name);
    if (!isWithout && (by === undefined || asValue(by).at('allowVolumeExpansion').isTrue)) return [];
    return [
      {
        at: size,
        message:
          'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
        why:
          by === undefined
            ? 'The claim has no StorageClass.'
            : `The StorageClass ${name} in ${by.file} does not set allowVolumeExpansion: true.`,
        remedy:
          'Keep the size, or set allowVolumeExpansion: true on the StorageClass where its driver can expand volumes.',
        by: by === undefined ? [] : [by],
      },
    ];
  },
  source: 'plugin/pkg/admission/storage/persistentvolume/resize/admission.go',
};

function storage(claim: Value): Value {
  return claim.at('spec').at('resources').at('requests').entry('storage');
}
