import { dnsSubdomain } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import { userId } from '../../../../formats/number.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateDescendingPath } from './paths.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateSecurityContext, validatePodSpecSecurityContext.

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** The security settings of a container; `hostUsers` when the pod shares the host's user namespace. */
export function validateSecurityContext(context: Value, hostUsers: boolean, errors: ErrorList): void {
  validateIds(context, ['runAsUser', 'runAsGroup'], errors);
  const procMount = context.at('procMount');
  if (procMount.present) {
    errors.oneOf(procMount, ['Default', 'Unmasked']);
    if (hostUsers && procMount.text === 'Unmasked') {
      errors.invalid(procMount, '`hostUsers` must be false to use `Unmasked`');
    }
  }
  validateSeccompProfile(context.at('seccompProfile'), errors);
  if (context.at('allowPrivilegeEscalation').scalar === false) {
    const privilege = 'cannot set `allowPrivilegeEscalation` to false and';
    if (context.at('privileged').isTrue) errors.invalid(context, `${privilege} \`privileged\` to true`);
    if (context.at('capabilities').at('add').texts.includes('CAP_SYS_ADMIN')) {
      errors.invalid(context, `${privilege} \`capabilities.Add\` CAP_SYS_ADMIN`);
    }
  }
  validateWindowsOptions(context.at('windowsOptions'), errors);
  validateAppArmorProfile(context.at('appArmorProfile'), errors);
}

/** The security settings of a pod. */
export function validatePodSecurityContext(context: Value, spec: Value, errors: ErrorList): void {
  validateIds(context, ['fsGroup', 'runAsUser', 'runAsGroup'], errors);
  for (const group of context.at('supplementalGroups').items) errors.invalid(group, userId(group.number ?? 0));
  validateSysctls(context.at('sysctls'), spec, errors);
  validateChoice(context.at('fsGroupChangePolicy'), ['Always', 'OnRootMismatch'], errors);
  validateSeccompProfile(context.at('seccompProfile'), errors);
  validateWindowsOptions(context.at('windowsOptions'), errors);
  validateAppArmorProfile(context.at('appArmorProfile'), errors);
  validateChoice(context.at('supplementalGroupsPolicy'), ['Merge', 'Strict'], errors);
  const policies = errors.gate('SELinuxMount') ? ['MountOption', 'Recursive'] : ['Recursive'];
  validateChoice(context.at('seLinuxChangePolicy'), policies, errors);
}

function validateChoice(value: Value, allowed: readonly string[], errors: ErrorList): void {
  if (value.present) errors.oneOf(value, allowed);
}

function validateIds(context: Value, names: readonly string[], errors: ErrorList): void {
  for (const name of names) {
    const id = context.at(name);
    if (id.number !== undefined) errors.invalid(id, userId(id.number));
  }
}

function validateSeccompProfile(profile: Value, errors: ErrorList): void {
  if (!profile.present) return;
  const [type, local] = [profile.at('type'), profile.at('localhostProfile')];
  if (type.empty) errors.required(type, 'type is required when seccompProfile is set');
  else errors.oneOf(type, profileTypes);
  if (type.text !== 'Localhost') {
    if (local.present) errors.invalid(local, 'can only be set when seccomp type is Localhost');
  } else if (!local.present) errors.required(local, 'must be set when seccomp type is Localhost');
  else validateDescendingPath(local, errors);
}

function validateAppArmorProfile(profile: Value, errors: ErrorList): void {
  if (!profile.present) return;
  const [type, local] = [profile.at('type'), profile.at('localhostProfile')];
  if (type.empty) {
    errors.required(type, 'type is required when appArmorProfile is set');
    return;
  }
  errors.oneOf(type, profileTypes);
  if (type.text === 'Localhost') {
    const missing = 'must be set when AppArmor type is Localhost';
    if (local.text.trim() !== local.text) errors.invalid(local, 'must not be padded with whitespace');
    else if (local.empty) errors.required(local, missing);
    if (isLonger(local.text, 4095)) errors.tooLong(local, 4095);
  } else if (local.present && profileTypes.includes(type.text)) {
    errors.invalid(local, 'can only be set when AppArmor type is Localhost');
  }
}

const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlShape = `(${segment}[\\./])*${segment}`;
const sysctlPattern = new RegExp(`^${sysctlShape}$`);
const ipcNames = ['sem', 'shmall', 'shmmax', 'shmmni', 'shm_rmid_forced', 'shm', 'msgmax', 'msgmnb', 'msgmni', 'msg'];

function validateSysctls(sysctls: Value, spec: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const sysctl of sysctls.items) {
    const name = sysctl.at('name');
    if (name.empty) errors.required(name);
    else if (name.text.length > 253 || !sysctlPattern.test(name.text)) {
      errors.invalid(name, `must have at most 253 characters and match regex ^${sysctlShape}$`);
    } else if (seen.has(name.text)) errors.duplicate(name);
    seen.add(name.text);
    const plain = normalSysctl(name.text);
    if (spec.at('hostNetwork').isTrue && plain.startsWith('net.')) {
      errors.invalid(name, "may not be specified when 'hostNetwork' is true");
    } else if (spec.at('hostIPC').isTrue && isIpcSysctl(plain)) {
      errors.invalid(name, "may not be specified when 'hostIPC' is true");
    }
  }
}

/** Slashes separate as dots do where one comes first: `NormalizeName` in component-helpers. */
function normalSysctl(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  return first === '/' ? name.replace(/[./]/g, (each) => (each === '/' ? '.' : '/')) : name;
}

function isIpcSysctl(name: string): boolean {
  return name.startsWith('fs.mqueue.') || ipcNames.some((ipcName) => name === `kernel.${ipcName}`);
}

function validateWindowsOptions(options: Value, errors: ErrorList): void {
  if (!options.present) return;
  const [specName, spec, user] = [
    options.at('gmsaCredentialSpecName'),
    options.at('gmsaCredentialSpec'),
    options.at('runAsUserName'),
  ];
  if (specName.present) errors.format(specName, dnsSubdomain);
  if (spec.present && spec.empty) errors.invalid(spec, 'gmsaCredentialSpec cannot be an empty string');
  if (isLonger(spec.text, 65536)) errors.invalid(spec, 'gmsaCredentialSpec size must be under 64 KiB');
  if (user.present) errors.invalid(user, windowsUserProblems(user.text));
}

function windowsUserProblems(name: string): readonly string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  if (/\p{Cc}/u.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const user = parts.at(-1) ?? '';
  const domain = parts.length === 2 ? parts[0] : undefined;
  const problems: string[] = [];
  if (domain !== undefined) {
    if (domain.length >= 256) problems.push("runAsUserName's Domain length must be under 256 characters");
    const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
    if (!/^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/.test(domain) && !new RegExp(`^${label}(?:\\.${label})*$`).test(domain)) {
      problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
  }
  if (user === '') problems.push("runAsUserName's User cannot be empty");
  if (user.length > 104) problems.push("runAsUserName's User length must not be longer than 104 characters");
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
  }
  return problems;
}
