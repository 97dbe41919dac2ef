import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { hasBackstep, validateDescendingPath } from './paths.ts';
import type { KnownVolume } from './volumes.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateVolumeMounts, ValidateVolumeDevices.

const propagations = ['Bidirectional', 'HostToContainer', 'None'];
const recursiveReadOnly = ['Disabled', 'Enabled', 'IfPossible'];
const bindMountOptions = ['nodev', 'noexec', 'nosuid'];

/**
 * The mounts of a container; `volumes` are the well-formed volumes of the pod by name. Some errors are at the list
 * instead of an item, as in the server.
 */
export function validateVolumeMounts(
  container: Value,
  volumes: ReadonlyMap<string, KnownVolume>,
  errors: ErrorList,
): void {
  const mounts = container.at('volumeMounts');
  const devices = new Map(
    container.at('volumeDevices').items.map((item) => [item.at('name').text, item.at('devicePath').text]),
  );
  const taken = new Set<string>();
  for (const mount of keptMounts(container, volumes, errors)) {
    const [name, mountPath] = [mount.at('name'), mount.at('mountPath')];
    if (name.empty) errors.required(name);
    if (!volumes.has(name.text)) errors.notFound(name);
    if (mountPath.empty) errors.required(mountPath);
    if (taken.has(mountPath.text)) errors.invalid(mountPath, 'must be unique');
    taken.add(mountPath.text);
    if (devices.has(name.text)) errors.invalid(name, 'must not already exist in volumeDevices');
    if ([...devices.values()].includes(mountPath.text)) {
      errors.invalid(mountPath, 'must not already exist as a path in volumeDevices');
    }
    const [subPath, subPathExpr] = [mount.at('subPath'), mount.at('subPathExpr')];
    if (!subPath.empty) validateDescendingPath(subPath.reportedAt(mounts.at('subPath')), errors);
    if (!subPathExpr.empty) {
      if (!subPath.empty) errors.invalid(subPathExpr, 'subPathExpr and subPath are mutually exclusive');
      validateDescendingPath(subPathExpr.reportedAt(mounts.at('subPathExpr')), errors);
    }
    validatePropagation(mount, mounts, container, errors);
    validateRecursiveReadOnly(mount, mounts, errors);
    validateBindMountOptions(mount, volumes, errors);
  }
}

/** The block devices of a container. */
export function validateVolumeDevices(
  container: Value,
  volumes: ReadonlyMap<string, KnownVolume>,
  errors: ErrorList,
): void {
  const mounts = new Map(
    keptMounts(container, volumes, errors).map((keptMount) => [
      keptMount.at('name').text,
      keptMount.at('mountPath').text,
    ]),
  );
  const [names, paths] = [new Set<string>(), new Set<string>()];
  for (const device of container.at('volumeDevices').items) {
    const [name, path] = [device.at('name'), device.at('devicePath')];
    const volume = volumes.get(name.text);
    if (name.empty) errors.required(name);
    if (names.has(name.text)) errors.invalid(name, 'must be unique');
    if (volume === undefined) errors.notFound(name);
    else if (!volume.claim) {
      errors.invalid(name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode');
    }
    if (path.empty) errors.required(path);
    if (paths.has(path.text)) errors.invalid(path, 'must be unique');
    if (hasBackstep(path.text)) errors.invalid(path, "can not contain backsteps ('..')");
    else paths.add(path.text);
    if (mounts.has(name.text)) errors.invalid(name, 'must not already exist in volumeMounts');
    if ([...mounts.values()].includes(path.text)) {
      errors.invalid(path, 'must not already exist as a path in volumeMounts');
    }
    if (!name.empty) names.add(name.text);
  }
}

/**
 * The mounts of a container. Mounts of image volumes are dropped if the gate is off, which shifts the indices of the
 * others.
 */
export function keptMounts(
  container: Value,
  volumes: ReadonlyMap<string, KnownVolume>,
  errors: ErrorList,
): readonly Value[] {
  const mounts = container.at('volumeMounts');
  if (errors.gate('ImageVolume')) return mounts.items;
  return mounts.items
    .filter((mount) => volumes.get(mount.at('name').text)?.image !== true)
    .map((mount, index) => mount.reportedAtItem(mounts, index));
}

function validatePropagation(mount: Value, mounts: Value, container: Value, errors: ErrorList): void {
  const propagation = mount.at('mountPropagation');
  if (!propagation.present) return;
  const field = propagation.reportedAt(mounts.at('mountPropagation'));
  errors.oneOf(field, propagations);
  if (propagation.text === 'Bidirectional' && !container.at('securityContext').at('privileged').isTrue) {
    errors.forbidden(field, 'Bidirectional mount propagation is available only to privileged containers');
  }
}

function validateRecursiveReadOnly(mount: Value, mounts: Value, errors: ErrorList): void {
  const value = mount.at('recursiveReadOnly');
  if (!value.present || value.text === 'Disabled') return;
  const field = value.reportedAt(mounts.at('recursiveReadOnly'));
  if (!recursiveReadOnly.includes(value.text)) {
    errors.unsupported(field, recursiveReadOnly);
    return;
  }
  if (!mount.at('readOnly').isTrue) errors.forbidden(field, 'may only be specified when readOnly is true');
  const propagation = mount.at('mountPropagation');
  if (propagation.present && propagation.text !== 'None') {
    errors.forbidden(field, 'may only be specified when mountPropagation is None or not specified');
  }
}

function validateBindMountOptions(mount: Value, volumes: ReadonlyMap<string, KnownVolume>, errors: ErrorList): void {
  const options = mount.at('bindMountOptions');
  const seen = new Set<string>();
  for (const option of options.items) {
    errors.oneOf(option, bindMountOptions);
    if (seen.has(option.text)) errors.duplicate(option);
    seen.add(option.text);
  }
  if (!options.empty && volumes.get(mount.at('name').text)?.image === true) {
    errors.invalid(options, 'bindMountOptions may not be used with image volumes');
  }
}
