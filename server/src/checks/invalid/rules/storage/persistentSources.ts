import { dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { labelName } from '../meta/objectMeta.ts';
import * as legacy from '../pod/legacySources.ts';
import { validateNoBacksteps } from '../pod/paths.ts';
import { validateCsiDriverName, validateHostPath } from '../pod/volumeSources.ts';

// Source: pkg/apis/core/validation/validation.go, ValidatePersistentVolumeSpec.

/** A persistent volume source, in the order of the server's checks. */
export interface PersistentSource {
  readonly field: string;
  readonly validate: (source: Value, errors: ErrorList, volumeName: string) => void;
  /** Where the server reports problems of the source, if not at the field. */
  readonly reportedAt?: string;
  /** Where the server reports a second source, if not at the field. */
  readonly forbiddenAt?: string;
}

const secretRefs = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];

/** Every source that a volume of the cluster can have. */
export const persistentSources: readonly PersistentSource[] = [
  { field: 'hostPath', validate: validateHostPath },
  { field: 'gcePersistentDisk', validate: legacy.validateGcePersistentDisk, reportedAt: 'persistentDisk' },
  { field: 'awsElasticBlockStore', validate: legacy.validateAwsElasticBlockStore },
  { field: 'glusterfs', validate: validateGlusterfs },
  { field: 'flocker', validate: legacy.validateFlocker },
  { field: 'nfs', validate: legacy.validateNfs },
  { field: 'rbd', validate: legacy.validateRbd },
  { field: 'quobyte', validate: legacy.validateQuobyte },
  { field: 'cephfs', validate: legacy.validateCephFs, forbiddenAt: 'cephFS' },
  { field: 'iscsi', validate: validateIscsi },
  { field: 'cinder', validate: withSecret(['volumeID']) },
  { field: 'fc', validate: legacy.validateFc },
  { field: 'flexVolume', validate: legacy.validateFlexVolume },
  { field: 'azureFile', validate: validateAzureFile },
  { field: 'vsphereVolume', validate: requires('volumePath') },
  { field: 'photonPersistentDisk', validate: requires('pdID') },
  { field: 'portworxVolume', validate: requires('volumeID') },
  { field: 'azureDisk', validate: legacy.validateAzureDisk },
  { field: 'scaleIO', validate: requires('gateway', 'system', 'volumeName') },
  { field: 'local', validate: validateLocal },
  { field: 'storageos', validate: validateStorageOs },
  { field: 'csi', validate: validateCsi },
];

function requires(...fields: readonly string[]): PersistentSource['validate'] {
  return (source, errors) => legacy.requireFields(source, fields, errors);
}

/** Required fields, and the name and namespace of the secret if present. */
function withSecret(fields: readonly string[]): PersistentSource['validate'] {
  return (source, errors) => {
    legacy.requireFields(source, fields, errors);
    if (source.has('secretRef')) legacy.requireFields(source.at('secretRef'), ['name', 'namespace'], errors);
  };
}

function validateGlusterfs(source: Value, errors: ErrorList): void {
  legacy.validateGlusterfs(source, errors);
  const namespace = source.at('endpointsNamespace');
  if (!namespace.present) return;
  if (namespace.empty) {
    errors.invalid(namespace, 'if the endpointnamespace is set, it must be a valid namespace name');
  } else errors.invalid(namespace, labelName(namespace.text, false));
}

function validateIscsi(source: Value, errors: ErrorList, volumeName: string): void {
  legacy.validateIscsi(source, errors);
  const portal = source.at('targetPortal');
  if (source.has('initiatorName') && `${volumeName}:${portal.text}`.length > 64) {
    errors.invalid(
      portal.reportedAt(source.at('targetportal')),
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
    );
  }
  if (source.has('secretRef')) legacy.requireFields(source.at('secretRef'), ['name'], errors);
}

function validateAzureFile(source: Value, errors: ErrorList): void {
  legacy.requireFields(source, ['secretName', 'shareName'], errors);
  const namespace = source.at('secretNamespace');
  if (namespace.present && namespace.empty) errors.required(namespace);
}

function validateLocal(source: Value, errors: ErrorList): void {
  if (source.at('path').empty) errors.required(source.at('path'));
  else validateNoBacksteps(source.at('path'), errors);
}

function validateStorageOs(source: Value, errors: ErrorList): void {
  legacy.validateStorageOs(source, errors);
  if (source.has('secretRef')) legacy.requireFields(source.at('secretRef'), ['namespace'], errors);
}

function validateCsi(source: Value, errors: ErrorList): void {
  validateCsiDriverName(source.at('driver'), errors);
  legacy.requireFields(source, ['volumeHandle'], errors);
  for (const field of secretRefs) {
    const secret = source.at(field);
    if (!secret.present) continue;
    const [name, namespace] = [secret.at('name'), secret.at('namespace')];
    if (name.empty) errors.required(name);
    else errors.format(name, dnsSubdomain);
    if (namespace.empty) errors.required(namespace);
    else errors.format(namespace, dnsLabel);
  }
}
