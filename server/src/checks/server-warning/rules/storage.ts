import { factMinor } from '../../../targets/version.ts';
import type { Value } from '../../value.ts';
import { claimAnnotations, persistentVolumes, volumeAnnotations } from '../facts.ts';
import { warnOfAnnotations } from '../names.ts';
import type { Warn, WarningRule } from '../rule.ts';
import { warnOfNodeSelectorTerm } from './nodeLabels.ts';
import { warnOfFractionalBytes } from './quantities.ts';

/** The specification of a claim (`GetWarningsForPersistentVolumeClaimSpec`). */
export function warnOfClaimSpec(spec: Value, warn: Warn): void {
  warnOfFractionalBytes(spec.at('resources').at('requests').entry('storage'), warn);
  warnOfFractionalBytes(spec.at('resources').at('limits').entry('storage'), warn);
}

/** Volumes, claims and drivers. */
export const storageRules: readonly WarningRule[] = [
  {
    source: 'pkg/api/persistentvolumeclaim/util.go',
    kinds: ['/PersistentVolumeClaim'],
    run(root, warn) {
      warnOfAnnotations(root.at('metadata'), claimAnnotations, warn);
      warnOfClaimSpec(root.at('spec'), warn);
    },
  },
  {
    source: 'pkg/api/persistentvolume/util.go',
    kinds: ['/PersistentVolume'],
    run(root, warn, { versions }) {
      warnOfAnnotations(root.at('metadata'), volumeAnnotations, warn);
      const spec = root.at('spec');
      const policy = spec.at('persistentVolumeReclaimPolicy');
      if (policy.text === 'Recycle') {
        warn(policy, 'The reclaim policy Recycle is deprecated', 'Provision volumes dynamically instead.');
      }
      for (const term of spec.at('nodeAffinity').at('required').at('nodeSelectorTerms').items) {
        warnOfNodeSelectorTerm(term, false, warn);
      }
      for (const { field, words, since } of persistentVolumes) {
        const at = spec.at(field);
        if (!at.present || (since !== undefined && factMinor(since) > versions.binary)) continue;
        warn(at, `Volumes of the plugin ${field} are ${words}`, 'Use the CSI driver of that storage.');
      }
    },
  },
  {
    source: 'pkg/registry/storage/csidriver/strategy.go',
    kinds: ['storage.k8s.io/CSIDriver'],
    run(root, warn, { gates }) {
      const spec = root.at('spec');
      if (gates.get('CSIServiceAccountTokenSecrets')?.enabled !== true) return;
      if (spec.at('tokenRequests').items.length === 0 || spec.at('serviceAccountTokenInSecrets').present) return;
      warn(
        spec.at('tokenRequests'),
        'spec.serviceAccountTokenInSecrets is not set: tokens go to the driver among the volume attributes, where they may be logged',
        'Set it to true if the driver supports that, else to false.',
      );
    },
  },
];
