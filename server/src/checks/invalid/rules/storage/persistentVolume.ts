import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateNodeSelector } from '../pod/nodeSelector.ts';
import { quantityAt, validatePositiveQuantity } from '../pod/quantities.ts';
import { validateAccessModes } from './claimSpec.ts';
import { persistentSources } from './persistentSources.ts';

/** Volumes of the cluster. */
export const persistentVolumeRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'PersistentVolume',
    rule: validatePersistentVolume,
    source: 'pkg/apis/core/validation/validation.go, ValidatePersistentVolume',
  },
];

const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];

function validatePersistentVolume(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const [meta, spec] = [object.at('metadata'), object.at('spec')];
  validateObjectMeta(meta, kind, subdomainName, errors);
  validateModes(spec, errors);
  validateCapacity(spec.at('capacity'), errors);
  const reclaim = spec.at('persistentVolumeReclaimPolicy');
  if (!reclaim.empty) errors.oneOf(reclaim, reclaimPolicies);
  validateAffinity(spec.at('nodeAffinity'), errors);
  validateSource(spec, meta.at('name').text, errors);
  validateRecycling(spec, errors);
  if (!spec.at('storageClassName').empty) errors.format(spec.at('storageClassName'), dnsSubdomain);
  const mode = spec.at('volumeMode');
  if (mode.present) errors.oneOf(mode, ['Block', 'Filesystem']);
  validateAttributesClass(spec, errors);
  validateMountOptions(meta, spec, errors);
}

const inlineOnly = 'in the context of inline volumes';

/** A volume that an attachment has inline: `ValidatePersistentVolumeSpec` of inline volumes. */
export function validateInlineVolume(spec: Value, errors: ErrorList): void {
  for (const field of ['claimRef', 'capacity', 'nodeAffinity', 'storageClassName']) {
    const value = spec.at(field);
    // An empty affinity or claim counts as present.
    const isSet = field === 'claimRef' || field === 'nodeAffinity' ? value.present : !value.empty;
    if (isSet) errors.forbidden(value, `may not be specified ${inlineOnly}`);
  }
  if (!spec.has('csi')) errors.required(spec.at('csi'), `has to be specified ${inlineOnly}`);
  validateModes(spec, errors);
  const [reclaim, mode] = [spec.at('persistentVolumeReclaimPolicy'), spec.at('volumeMode')];
  if (reclaim.or('Retain') !== 'Retain') errors.forbidden(reclaim, `may only be Retain ${inlineOnly}`);
  validateSource(spec, '', errors, false);
  validateRecycling(spec, errors);
  if (mode.present && mode.text !== 'Filesystem') {
    errors.forbidden(mode, `may not specify volumeMode other than Filesystem ${inlineOnly}`);
  }
}

function validateModes(spec: Value, errors: ErrorList): void {
  const modes = spec.at('accessModes');
  if (modes.empty) errors.required(modes);
  validateAccessModes(modes, errors);
}

function validateRecycling(spec: Value, errors: ErrorList): void {
  const reclaim = spec.at('persistentVolumeReclaimPolicy');
  if (reclaim.text === 'Recycle' && /^\/+(\.?\/*)*$/.test(spec.at('hostPath').at('path').text)) {
    errors.forbidden(reclaim, "may not be 'recycle' for a hostPath mount of '/'");
  }
}

const mountOptions = 'volume.beta.kubernetes.io/mount-options';

/** Volumes that take mount options as an annotation: `checkMountOption` in pkg/volume/validation/pv_validation.go. */
const sourcesWithMountOptions = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
];

function validateMountOptions(meta: Value, spec: Value, errors: ErrorList): void {
  const options = meta.at('annotations').entries.get(mountOptions);
  if (options === undefined || sourcesWithMountOptions.some((source) => spec.has(source))) return;
  errors.forbidden(options, 'may not specify mount options for this volume type');
}

function validateCapacity(capacity: Value, errors: ErrorList): void {
  if (capacity.empty) errors.required(capacity);
  const amounts = capacity.entries;
  if (!amounts.has('storage') || amounts.size > 1) errors.unsupported(capacity, ['storage']);
  for (const amount of amounts.values()) {
    if ((quantityAt(amount)?.nanos ?? 0n) < 0n) errors.invalid(amount, 'must be a valid resource quantity');
    validatePositiveQuantity(amount, errors);
  }
}

function validateAffinity(affinity: Value, errors: ErrorList): void {
  if (!affinity.present) return;
  const required = affinity.at('required');
  if (required.present) validateNodeSelector(required, errors);
  else errors.required(required, 'must specify required node constraints');
}

/** `takesAffinity`: whether an affinity to nodes counts, which a local volume needs. */
function validateSource(spec: Value, name: string, errors: ErrorList, takesAffinity = true): void {
  let found = false;
  for (const source of persistentSources) {
    const value = spec.at(source.field);
    if (!value.present) continue;
    // A flex volume is validated even after another source.
    if (found && source.field !== 'flexVolume') {
      errors.forbidden(
        value.reportedAt(spec.at(source.forbiddenAt ?? source.field)),
        'may not specify more than 1 volume type',
      );
    } else {
      source.validate(value.reportedAt(spec.at(source.reportedAt ?? source.field)), errors, name);
      if (source.field === 'local' && !(takesAffinity && spec.has('nodeAffinity'))) {
        errors.required(spec.at('nodeAffinity'), 'Local volume requires node affinity');
      }
    }
    found = true;
  }
  if (!found) errors.required(spec, 'must specify a volume type');
}

function validateAttributesClass(spec: Value, errors: ErrorList): void {
  const name = spec.at('volumeAttributesClassName');
  if (!name.present) return;
  if (name.empty) errors.required(name, 'an empty string is disallowed');
  else errors.format(name, dnsSubdomain);
  if (!spec.has('csi')) {
    errors.required(spec.at('csi'), 'has to be specified when using volumeAttributesClassName');
  }
}
