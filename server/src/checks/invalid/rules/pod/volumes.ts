import { dnsLabel } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { subdomainName } from '../meta/objectMeta.ts';
import { volumeSources } from './volumeSources.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateVolumes.

/** A volume of a pod, as its mounts need it. */
export interface KnownVolume {
  /** A claim, which may be used as a block device. */
  readonly claim: boolean;
  readonly image: boolean;
}

/**
 * The volumes of a pod; `podName` is empty for a template, and `claims` are the claim names of a StatefulSet, which
 * replace volumes of these names. Returns the well-formed ones by name: a mount of a refused volume is refused as well,
 * since it finds no volume.
 */
export function validateVolumes(
  volumes: Value,
  podName: string,
  claims: ReadonlySet<string>,
  errors: ErrorList,
): ReadonlyMap<string, KnownVolume> {
  const found = new Map<string, KnownVolume>([...claims].map((name) => [name, { claim: true, image: false }]));
  const created = new Set<string>();
  if (podName !== '') {
    for (const volume of volumes.items) {
      if (volume.has('ephemeral')) created.add(`${podName}-${volume.at('name').text}`);
    }
  }
  // Where the gate is off, image volumes are dropped whole, and so are their mounts.
  const { items } = volumes;
  const dropped = errors.gate('ImageVolume') ? [] : items.filter((volume) => volume.has('image'));
  // The server puts the claims before the volumes that they do not replace.
  const others = items.filter((volume) => !dropped.includes(volume) && !claims.has(volume.at('name').text));
  for (const [index, item] of others.entries()) {
    const volume = item.reportedAtItem(volumes, claims.size + index);
    const before = errors.count;
    const name = volume.at('name');
    validateVolumeSource(volume, podName, errors);
    if (name.empty) errors.required(name);
    else errors.format(name, dnsLabel);
    if (found.has(name.text)) errors.duplicate(name);
    if (errors.count === before) found.set(name.text, known(volume));
    const claimName = volume.at('persistentVolumeClaim').at('claimName');
    if (created.has(claimName.text)) {
      errors.invalid(claimName, 'must not reference a PVC that gets created for an ephemeral volume');
    }
  }
  for (const volume of dropped) found.set(volume.at('name').text, { claim: false, image: true });
  return found;
}

function known(volume: Value): KnownVolume {
  return { claim: volume.has('persistentVolumeClaim') || volume.has('ephemeral'), image: volume.has('image') };
}

/** The single source of a volume. Without any, defaulting makes it an empty directory. */
function validateVolumeSource(volume: Value, podName: string, errors: ErrorList): void {
  let seen = false;
  for (const source of volumeSources) {
    if (!volume.has(source.field)) continue;
    const value = volume.at(source.field);
    if (seen) {
      const field = value.reportedAt(volume.at(source.forbiddenAt ?? source.field));
      errors.forbidden(field, 'may not specify more than 1 volume type');
    } else {
      source.validate(value.reportedAt(volume.at(source.reportedAt ?? source.field)), errors);
      if (source.field === 'ephemeral') validateClaimName(volume.at('name'), podName, errors);
    }
    seen = true;
    if (source.field === 'iscsi') validateIscsiNames(volume, value, errors);
  }
}

function validateClaimName(name: Value, podName: string, errors: ErrorList): void {
  if (podName === '' || name.empty) return;
  const claim = `${podName}-${name.text}`;
  errors.invalid(
    name,
    subdomainName(claim, false).map((problem) => `PVC name "${claim}": ${problem}`),
  );
}

function validateIscsiNames(volume: Value, iscsi: Value, errors: ErrorList): void {
  const name = volume.at('name');
  if (iscsi.has('initiatorName') && `${name.text}:${iscsi.at('targetPortal').text}`.length > 64) {
    errors.invalid(
      name,
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
    );
  }
}
