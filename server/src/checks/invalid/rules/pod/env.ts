import { dnsLabel } from '../../../../formats/dns.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import { configMapKey, envVarName, relaxedEnvVarName } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { subdomainName } from '../meta/objectMeta.ts';
import { validateNoBacksteps } from './paths.ts';
import { validateDivisor } from './resourceFields.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateEnv, ValidateEnvFrom.

const podFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** Field paths that convert from v1 at all: `ConvertDownwardAPIFieldLabel` in `pkg/apis/core/pods/helpers.go`. */
const convertible = [
  ...podFields,
  'metadata.annotations',
  'metadata.labels',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
];
const subscripted = ['metadata.annotations', 'metadata.labels'];
const containerFields = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/** The variables of a container's environment. */
export function validateEnv(env: Value, errors: ErrorList): void {
  for (const variable of env.items) {
    const name = variable.at('name');
    if (name.empty) errors.required(name);
    else errors.format(name, nameFormat(errors));
    validateValueFrom(variable, errors);
  }
}

/** The sources that fill a container's environment. */
export function validateEnvFrom(envFrom: Value, errors: ErrorList): void {
  for (const source of envFrom.items) {
    const prefix = source.at('prefix');
    if (!prefix.empty) errors.format(prefix, nameFormat(errors));
    const references = [source.at('configMapRef'), source.at('secretRef')].filter((value) => value.present);
    for (const reference of references) {
      const name = reference.at('name');
      if (name.empty) errors.required(name);
      else errors.invalid(name, subdomainName(name.text, true));
    }
    const field = source.reportedAt(envFrom);
    if (references.length === 0) errors.invalid(field, 'must specify one of: `configMapRef` or `secretRef`', '');
    if (references.length > 1) errors.invalid(field, 'may not have more than one field specified at a time', '');
  }
}

/** A field of the pod itself: `validateObjectFieldSelector`. */
export function validateFieldRef(reference: Value, allowed: readonly string[], errors: ErrorList): void {
  const fieldPath = reference.at('fieldPath');
  const version = reference.at('apiVersion').or('v1');
  if (fieldPath.empty) {
    errors.required(fieldPath);
    return;
  }
  // `spec.host` is the old name of `spec.nodeName`.
  const { path, subscript } = split(fieldPath.text === 'spec.host' ? 'spec.nodeName' : fieldPath.text);
  if (version !== 'v1') {
    errors.invalid(fieldPath, `error converting fieldPath: unsupported pod version: ${version}`);
    return;
  }
  if (subscript === undefined ? !convertible.includes(path) : !subscripted.includes(path)) {
    errors.invalid(
      fieldPath,
      subscript === undefined
        ? `error converting fieldPath: field label not supported: ${path}`
        : `error converting fieldPath: field label does not support subscript: ${fieldPath.text}`,
    );
    return;
  }
  if (subscript !== undefined) {
    const key = path === 'metadata.annotations' ? subscript.toLowerCase() : subscript;
    errors.invalid(fieldPath.reportedAt(reference), qualifiedName(key), key);
  } else if (!allowed.includes(path)) errors.unsupported(fieldPath, allowed);
}

/** A resource of a container: `validateContainerResourceFieldSelector`. */
export function validateResourceFieldRef(reference: Value, volume: boolean, errors: ErrorList): void {
  const resource = reference.at('resource');
  if (volume && reference.at('containerName').empty) errors.required(reference.at('containerName'));
  else if (resource.empty) errors.required(resource);
  else if (!containerFields.includes(resource.text) && !/^(requests|limits)\.hugepages-/.test(resource.text)) {
    errors.unsupported(resource, containerFields);
  }
  validateDivisor(resource.text, reference.at('divisor'), errors);
}

/** The sources of a variable's value, in validation order. */
const valueSources: readonly (readonly [string, (source: Value, errors: ErrorList) => void])[] = [
  ['fieldRef', (source, errors) => validateFieldRef(source, podFields, errors)],
  ['resourceFieldRef', (source, errors) => validateResourceFieldRef(source, false, errors)],
  ['configMapKeyRef', validateKeySelector],
  ['secretKeyRef', validateKeySelector],
  ['fileKeyRef', validateFileKeySelector],
];

function validateValueFrom(variable: Value, errors: ErrorList): void {
  const from = variable.at('valueFrom');
  if (!from.present) return;
  let count = 0;
  for (const [name, validate] of valueSources) {
    const source = from.at(name);
    if (!source.present) continue;
    validate(source, errors);
    count++;
  }
  if (count === 0) {
    const last = errors.gate('EnvFiles') ? ', `secretKeyRef` or `fileKeyRef`' : ' or `secretKeyRef`';
    errors.invalid(from, `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`${last}`, '');
  } else if (!variable.at('value').empty) {
    errors.invalid(from, 'may not be specified when `value` is not empty', '');
  } else if (count > 1) errors.invalid(from, 'may not have more than one field specified at a time', '');
}

function validateKeySelector(reference: Value, errors: ErrorList): void {
  const [name, key] = [reference.at('name'), reference.at('key')];
  errors.invalid(name, subdomainName(name.text, false), name.text);
  if (key.empty) errors.required(key);
  else errors.format(key, configMapKey);
}

function validateFileKeySelector(reference: Value, errors: ErrorList): void {
  const [key, volumeName, path] = [reference.at('key'), reference.at('volumeName'), reference.at('path')];
  if (key.empty) errors.required(key);
  else errors.format(key, relaxedEnvVarName);
  if (volumeName.empty) errors.required(volumeName);
  else errors.format(volumeName, dnsLabel);
  if (path.empty) errors.required(path);
  else validateNoBacksteps(path, errors);
}

/** The format of variable names at the target. */
function nameFormat(errors: ErrorList): typeof envVarName {
  return errors.gate('RelaxedEnvironmentVariableValidation') ? relaxedEnvVarName : envVarName;
}

/** `metadata.labels['key']` in its parts: `SplitMaybeSubscriptedPath` in `pkg/fieldpath`. */
function split(fieldPath: string): { readonly path: string; readonly subscript: string | undefined } {
  if (!fieldPath.endsWith("']")) return { path: fieldPath, subscript: undefined };
  const at = fieldPath.indexOf("['");
  if (at <= 0) return { path: fieldPath, subscript: undefined };
  return { path: fieldPath.slice(0, at), subscript: fieldPath.slice(at + 2, -2) };
}
