import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { allContainers } from './containers.ts';

// Source: pkg/apis/core/validation/validation.go, validateOS, validateWindows, validateLinux, validateWindowsHostProcessPod.

const windowsForbidden = {
  pod: ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'],
  podSecurity: [
    'appArmorProfile',
    'seLinuxOptions',
    'seccompProfile',
    'fsGroup',
    'fsGroupChangePolicy',
    'sysctls',
    'runAsUser',
    'runAsGroup',
    'supplementalGroups',
    'supplementalGroupsPolicy',
    'seLinuxChangePolicy',
  ],
  containerSecurity: [
    'appArmorProfile',
    'seLinuxOptions',
    'seccompProfile',
    'capabilities',
    'readOnlyRootFilesystem',
    'privileged',
    'allowPrivilegeEscalation',
    'procMount',
    'runAsUser',
    'runAsGroup',
  ],
};

/** A pod with an operating system may not set fields that the system does not support. */
export function validateOperatingSystem(spec: Value, errors: ErrorList): void {
  const os = spec.at('os');
  if (!os.present) return;
  const name = os.at('name');
  const security = [spec, ...allContainers(spec)].map((container) => container.at('securityContext'));
  if (name.empty) errors.required(name);
  else if (name.text === 'linux') {
    for (const context of security) {
      if (context.has('windowsOptions')) {
        errors.forbidden(context.at('windowsOptions'), 'windows options cannot be set for a linux pod');
      }
    }
  } else if (name.text === 'windows') validateWindows(spec, errors);
  else errors.unsupported(name.reportedAt(os), ['linux', 'windows']);
}

/** Containers that run on a Windows host itself. */
export function validateHostProcess(spec: Value, errors: ErrorList): void {
  const ofPod = hostProcess(spec);
  const containers = allContainers(spec);
  let count = 0;
  for (const container of containers) {
    const value = hostProcess(container);
    if (ofPod.present && value.present && ofPod.isTrue !== value.isTrue) {
      errors.invalid(value, `pod hostProcess value must be identical if both are specified, was ${ofPod.isTrue}`);
    }
    if (value.present ? value.isTrue : ofPod.isTrue) count++;
  }
  if (count === 0) return;
  if (count !== containers.length) {
    errors.invalid(
      spec,
      'If pod contains any hostProcess containers then all containers must be HostProcess containers',
      '',
    );
  }
  if (!spec.at('hostNetwork').isTrue) {
    errors.invalid(spec.at('hostNetwork'), 'hostNetwork must be true if pod contains any hostProcess containers');
  }
}

function hostProcess(holder: Value): Value {
  return holder.at('securityContext').at('windowsOptions').at('hostProcess');
}

function validateWindows(spec: Value, errors: ErrorList): void {
  const forbid = (holder: Value, fields: readonly string[]): void => {
    for (const field of fields) {
      const value = holder.at(field);
      // False is the same as absent if the field is not a pointer.
      const unset = (field === 'hostPID' || field === 'hostIPC') && !value.isTrue;
      if (value.present && !unset && !(field === 'sysctls' && value.empty)) {
        errors.forbidden(value, 'cannot be set for a windows pod');
      }
    }
  };
  forbid(spec.at('securityContext'), windowsForbidden.podSecurity);
  forbid(spec, windowsForbidden.pod);
  for (const container of allContainers(spec))
    forbid(container.at('securityContext'), windowsForbidden.containerSecurity);
}
