import { factMinor } from '../../../targets/version.ts';
import { formatPath } from '../../../text/fieldPath.ts';
import type { Value } from '../../value.ts';
import { claimAnnotations, persistentVolumes, volumeAnnotations } from '../facts.ts';
import { warnAboutAnnotations } from '../names.ts';
import { type EmitWarning, type WarningRule, withFieldPath } from '../rule.ts';
import { warnAboutNodeSelectorTerm } from './nodeLabels.ts';
import { warnAboutFractionalBytes } from './quantities.ts';

/** The spec of a claim, with the server's path (`GetWarningsForPersistentVolumeClaimSpec`). */
export function warnAboutClaimSpec(spec: Value, warn: EmitWarning, path = formatPath(spec.path)): void {
  for (const list of ['requests', 'limits']) {
    const at = spec.at('resources').at(list).entry('storage');
    warnAboutFractionalBytes(at, warn, `${path}.resources.${list}[storage]`);
  }
}

/** Volumes, claims and drivers. */
export const storageRules: readonly WarningRule[] = [
  {
    source: 'pkg/api/persistentvolumeclaim/util.go',
    kinds: ['/PersistentVolumeClaim'],
    run(root, warn) {
      warnAboutAnnotations(root.at('metadata'), claimAnnotations, warn);
      warnAboutClaimSpec(root.at('spec'), warn);
    },
  },
  {
    source: 'pkg/api/persistentvolume/util.go',
    kinds: ['/PersistentVolume'],
    run(root, warn, { versions }) {
      warnAboutAnnotations(root.at('metadata'), volumeAnnotations, warn);
      const spec = root.at('spec');
      const policy = spec.at('persistentVolumeReclaimPolicy');
      if (policy.text === 'Recycle') {
        const words =
          'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
        warn(policy, withFieldPath(policy, words), 'Provision volumes dynamically instead.');
      }
      for (const term of spec.at('nodeAffinity').at('required').at('nodeSelectorTerms').items) {
        warnAboutNodeSelectorTerm(term, false, warn);
      }
      for (const { field, called, words, since } of persistentVolumes) {
        const at = spec.at(field);
        if (!at.present || (since !== undefined && factMinor(since) > versions.binary)) continue;
        warn(at, `${formatPath(spec.path)}.${called ?? field}: ${words}`, 'Use the CSI driver of that storage.');
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
        'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
        'Set it to true if the driver supports that, else to false.',
      );
    },
  },
];
