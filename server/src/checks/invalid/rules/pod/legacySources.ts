import { dnsLabel } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Volumes of particular systems. Source: pkg/apis/core/validation/validation.go, the function of each source's name.

/** Fields of a struct that must not be empty. */
export function requireFields(source: Value, fields: readonly string[], errors: ErrorList): void {
  for (const field of fields) {
    if (source.at(field).empty) errors.required(source.at(field));
  }
}

/** `validateGCEPersistentDiskVolumeSource`. */
export function validateGcePersistentDisk(source: Value, errors: ErrorList): void {
  requireFields(source, ['pdName'], errors);
  validatePartition(source.at('partition'), errors);
}

/** `validateAWSElasticBlockStoreVolumeSource`. */
export function validateAwsElasticBlockStore(source: Value, errors: ErrorList): void {
  requireFields(source, ['volumeID'], errors);
  validatePartition(source.at('partition'), errors);
}

/** `validateNFSVolumeSource`. */
export function validateNfs(source: Value, errors: ErrorList): void {
  requireFields(source, ['server', 'path'], errors);
  if (!source.at('path').text.startsWith('/')) errors.invalid(source.at('path'), 'must be an absolute path');
}

/** `validateISCSIVolumeSource`. */
export function validateIscsi(source: Value, errors: ErrorList): void {
  requireFields(source, ['targetPortal', 'iqn'], errors);
  const [iqn, initiator] = [source.at('iqn'), source.at('initiatorName')];
  if (!iqn.empty) validateInitiator(iqn, errors);
  errors.range(source.at('lun'), 0, 255);
  const authenticated = source.at('chapAuthDiscovery').isTrue || source.at('chapAuthSession').isTrue;
  if (authenticated && !source.has('secretRef')) errors.required(source.at('secretRef'));
  if (initiator.present) validateInitiator(initiator.reportedAt(source.at('initiatorname')), errors);
}

/** `validateGlusterfsVolumeSource`. */
export function validateGlusterfs(source: Value, errors: ErrorList): void {
  requireFields(source, ['endpoints', 'path'], errors);
}

/** `validateFlockerVolumeSource`. */
export function validateFlocker(source: Value, errors: ErrorList): void {
  const [name, uuid] = [source.at('datasetName'), source.at('datasetUUID')];
  if (name.empty && uuid.empty) errors.required(source, 'one of datasetName and datasetUUID is required');
  if (!name.empty && !uuid.empty) {
    errors.invalid(source, 'datasetName and datasetUUID can not be specified simultaneously', 'resource');
  }
  if (name.text.includes('/')) errors.invalid(name, "must not contain '/'");
}

/** `validateRBDVolumeSource`. */
export function validateRbd(source: Value, errors: ErrorList): void {
  requireFields(source, ['monitors', 'image'], errors);
}

/** `validateCinderVolumeSource`. */
export function validateCinder(source: Value, errors: ErrorList): void {
  requireFields(source, ['volumeID'], errors);
  if (source.has('secretRef')) requireFields(source.at('secretRef'), ['name'], errors);
}

/** `validateCephFSVolumeSource`. */
export function validateCephFs(source: Value, errors: ErrorList): void {
  requireFields(source, ['monitors'], errors);
}

/** `validateQuobyteVolumeSource`. */
export function validateQuobyte(source: Value, errors: ErrorList): void {
  const [registry, tenant] = [source.at('registry'), source.at('tenant')];
  const pairs = 'must be a host:port pair or multiple pairs separated by commas';
  if (registry.empty) errors.required(registry, pairs);
  else if (tenant.text.length >= 65) {
    errors.required(tenant, 'must be a UUID and may not exceed a length of 64 characters');
  } else if (!registry.text.split(',').every((pair) => /^(\[[^\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair))) {
    errors.invalid(registry, pairs);
  }
  requireFields(source, ['volume'], errors);
}

/** `validateFCVolumeSource`. */
export function validateFc(source: Value, errors: ErrorList): void {
  const [names, ids, lun] = [source.at('targetWWNs'), source.at('wwids'), source.at('lun')];
  if (names.empty && ids.empty) {
    errors.required(names, 'must specify either targetWWNs or wwids, but not both');
  }
  if (!names.empty && !ids.empty) errors.invalid(names, 'targetWWNs and wwids can not be specified simultaneously');
  if (names.empty) return;
  if (lun.present) errors.range(lun, 0, 255);
  else errors.required(lun, 'lun is required if targetWWNs is specified');
}

/** `validateFlexVolumeSource`. */
export function validateFlexVolume(source: Value, errors: ErrorList): void {
  requireFields(source, ['driver'], errors);
  for (const [key, value] of source.at('options').entries) {
    const domain = `.${(key.split('/')[0] ?? '').toLowerCase()}`;
    if (domain.endsWith('.kubernetes.io') || domain.endsWith('.k8s.io')) {
      errors.invalid(value, 'kubernetes.io and k8s.io namespaces are reserved', key);
    }
  }
}

/** `validateAzureDisk`. */
export function validateAzureDisk(source: Value, errors: ErrorList): void {
  requireFields(source, ['diskName', 'diskURI'], errors);
  const [caching, kind, uri] = [source.at('cachingMode'), source.at('kind'), source.at('diskURI')];
  if (caching.present) errors.oneOf(caching, ['None', 'ReadOnly', 'ReadWrite']);
  if (kind.present) errors.oneOf(kind, ['Dedicated', 'Managed', 'Shared']);
  const managed = kind.text === 'Managed';
  // An absent kind becomes Shared.
  if (managed && !uri.text.startsWith('/subscriptions/')) {
    errors.unsupported(uri, [
      '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
    ]);
  }
  if (!managed && !uri.text.startsWith('https://')) {
    errors.unsupported(uri, ['https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd']);
  }
}

/** `validateStorageOSVolumeSource`. */
export function validateStorageOs(source: Value, errors: ErrorList): void {
  const [name, namespace] = [source.at('volumeName'), source.at('volumeNamespace')];
  if (name.empty) errors.required(name);
  else errors.format(name, dnsLabel);
  if (!namespace.empty) errors.format(namespace, dnsLabel);
  if (source.has('secretRef')) requireFields(source.at('secretRef'), ['name'], errors);
}

/** The name of an iSCSI initiator or target. */
export function validateInitiator(name: Value, errors: ErrorList): void {
  const { text } = name;
  if (!/^(iqn|eui|naa)/.test(text)) errors.invalid(name, 'must be valid format starting with iqn, eui, or naa');
  else if (
    (text.startsWith('iqn') && !/iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\s]+)$/.test(text)) ||
    (text.startsWith('eui') && !/^eui.[A-Za-z0-9]{16}$/.test(text)) ||
    (text.startsWith('naa') && !/^naa.[A-Za-z0-9]{32}$/.test(text))
  ) {
    errors.invalid(name, 'must be valid format');
  }
}

function validatePartition(partition: Value, errors: ErrorList): void {
  const number = partition.number ?? 0;
  // The server checks 0 to 255 but reports 1 to 255.
  if (number < 0 || number > 255) errors.invalid(partition, 'must be between 1 and 255, inclusive');
}
