import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateClaimTemplate } from '../storage/claimSpec.ts';
import { validateDownwardItems, validateKeyToPath } from './keyToPath.ts';
import * as legacy from './legacySources.ts';
import { hasBackstep, validateDescendingPath, validateFileMode, validateNoBacksteps, validateUser } from './paths.ts';
import { validateProjected } from './projected.ts';
import { quantityAt } from './quantities.ts';

// Source: pkg/apis/core/validation/validation.go, validateVolumeSource.

/** A volume source of a pod, in the order of the server's checks. */
export interface VolumeSource {
  readonly field: string;
  readonly validate: (source: Value, errors: ErrorList) => void;
  /** Where the server reports problems of the source, if not at the field. */
  readonly reportedAt?: string;
  /** Where the server reports a second source, if not at the field. */
  readonly forbiddenAt?: string;
}

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

/** Every source that a volume of a pod can have. */
export const volumeSources: readonly VolumeSource[] = [
  { field: 'emptyDir', validate: validateEmptyDir },
  { field: 'hostPath', validate: validateHostPath },
  { field: 'gitRepo', validate: validateGitRepo },
  { field: 'gcePersistentDisk', validate: legacy.validateGcePersistentDisk, reportedAt: 'persistentDisk' },
  { field: 'awsElasticBlockStore', validate: legacy.validateAwsElasticBlockStore },
  { field: 'secret', validate: (source, errors) => validateFiles(source, 'secretName', errors) },
  { field: 'nfs', validate: legacy.validateNfs },
  { field: 'iscsi', validate: legacy.validateIscsi },
  { field: 'glusterfs', validate: legacy.validateGlusterfs },
  { field: 'flocker', validate: legacy.validateFlocker },
  { field: 'persistentVolumeClaim', validate: (source, errors) => legacy.requireFields(source, ['claimName'], errors) },
  { field: 'rbd', validate: legacy.validateRbd },
  { field: 'cinder', validate: legacy.validateCinder },
  { field: 'cephfs', validate: legacy.validateCephFs, forbiddenAt: 'cephFS' },
  { field: 'quobyte', validate: legacy.validateQuobyte },
  { field: 'downwardAPI', validate: validateDownwardApi, forbiddenAt: 'downwarAPI' },
  { field: 'fc', validate: legacy.validateFc },
  { field: 'flexVolume', validate: legacy.validateFlexVolume },
  { field: 'configMap', validate: (source, errors) => validateFiles(source, 'name', errors) },
  {
    field: 'azureFile',
    validate: (source, errors) => legacy.requireFields(source, ['secretName', 'shareName'], errors),
  },
  { field: 'vsphereVolume', validate: (source, errors) => legacy.requireFields(source, ['volumePath'], errors) },
  { field: 'photonPersistentDisk', validate: (source, errors) => legacy.requireFields(source, ['pdID'], errors) },
  { field: 'portworxVolume', validate: (source, errors) => legacy.requireFields(source, ['volumeID'], errors) },
  { field: 'azureDisk', validate: legacy.validateAzureDisk },
  { field: 'storageos', validate: legacy.validateStorageOs },
  { field: 'projected', validate: validateProjected },
  {
    field: 'scaleIO',
    validate: (source, errors) => legacy.requireFields(source, ['gateway', 'system', 'volumeName'], errors),
  },
  { field: 'csi', validate: validateCsi },
  { field: 'ephemeral', validate: validateEphemeral },
  { field: 'image', validate: validateImage },
];

/** The name of a CSI driver: `ValidateCSIDriverName`. */
export function validateCsiDriverName(name: Value, errors: ErrorList): void {
  if (name.empty) {
    errors.required(name);
    return;
  }
  if (name.text.length > 63) errors.tooLong(name, 63);
  errors.invalid(name, dnsSubdomain(name.text.toLowerCase()));
}

/** A path on the host with its type: `validateHostPathVolumeSource`. */
export function validateHostPath(source: Value, errors: ErrorList): void {
  const [path, type] = [source.at('path'), source.at('type')];
  if (path.empty) {
    errors.required(path);
    return;
  }
  if (hasBackstep(path.text)) validateNoBacksteps(path, errors);
  if (type.present) errors.oneOf(type, hostPathTypes);
}

function validateEmptyDir(source: Value, errors: ErrorList): void {
  const [sizeLimit, mode] = [source.at('sizeLimit'), source.at('mode')];
  if ((quantityAt(sizeLimit)?.nanos ?? 0n) < 0n) {
    errors.forbidden(sizeLimit, 'SizeLimit field must be a valid resource quantity');
  }
  const bits = mode.number ?? 0;
  if (bits < 0 || bits > 0o1777) errors.invalid(mode, 'must be a number between 0 and 01777 (octal), both inclusive');
}

function validateGitRepo(source: Value, errors: ErrorList): void {
  legacy.requireFields(source, ['repository'], errors);
  validateDescendingPath(source.at('directory'), errors);
}

function validateFiles(source: Value, name: string, errors: ErrorList): void {
  legacy.requireFields(source, [name], errors);
  validateFileMode(source.at('defaultMode'), errors);
  validateUser(source.at('defaultUser'), errors);
  for (const item of source.at('items').items) validateKeyToPath(item, errors);
}

function validateDownwardApi(source: Value, errors: ErrorList): void {
  validateFileMode(source.at('defaultMode'), errors);
  validateUser(source.at('defaultUser'), errors);
  validateDownwardItems(source, errors);
}

function validateCsi(source: Value, errors: ErrorList): void {
  validateCsiDriverName(source.at('driver'), errors);
  const secret = source.at('nodePublishSecretRef');
  if (!secret.present) return;
  const name = secret.at('name');
  if (name.empty) errors.required(name);
  else errors.invalid(name.reportedAt(source.at('name')), dnsSubdomain(name.text));
}

function validateEphemeral(source: Value, errors: ErrorList): void {
  const template = source.at('volumeClaimTemplate');
  if (template.present) validateClaimTemplate(template, errors);
  else errors.required(template);
}

function validateImage(source: Value, errors: ErrorList): void {
  if (source.at('reference').empty) errors.required(source.at('reference'));
  const policy = source.at('pullPolicy');
  if (!policy.empty) errors.oneOf(policy, pullPolicies);
}
