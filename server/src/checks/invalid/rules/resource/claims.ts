import { dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { type NameRule, subdomainName, validateObjectMeta, validateTemplateMetadata } from '../meta/objectMeta.ts';
import { isExtendedResource } from '../pod/resourceNames.ts';
import { validateCsiDriverName } from '../pod/volumeSources.ts';
import { hasOwnRules } from './alpha.ts';
import { validateClaimDevices } from './claimDevices.ts';
import { validatePoolName } from './names.ts';
import { isTooLong, validateConfiguration, validateSelectors, validateTaint } from './selectors.ts';

const group = 'resource.k8s.io';
const file = 'pkg/apis/resource/validation/validation.go';

/** Claims of devices, classes and taints. */
export const resourceClaimRules: readonly KindRule[] = [
  { group, kind: 'ResourceClaim', rule: validateClaim, source: `${file}, ValidateResourceClaim` },
  { group, kind: 'ResourceClaimTemplate', rule: validateTemplate, source: `${file}, ValidateResourceClaimTemplate` },
  { group, kind: 'DeviceClass', rule: validateDeviceClass, source: `${file}, ValidateDeviceClass` },
  { group, kind: 'DeviceTaintRule', rule: validateTaintRule, source: `${file}, ValidateDeviceTaintRule` },
];

const listLimit = 32;

function validateClaim(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  if (!hasOwnRules(kind, errors)) validateClaimDevices(object.at('spec').at('devices'), kind, errors);
}

function validateTemplate(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const spec = object.at('spec');
  validateTemplateMetadata(spec.at('metadata'), errors);
  if (!hasOwnRules(kind, errors)) validateClaimDevices(spec.at('spec').at('devices'), kind, errors);
}

function validateDeviceClass(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const looksAtPrefix = errors.has('device-class-generate-name');
  const nameRule: NameRule = (name, prefix) => (prefix && !looksAtPrefix ? [] : subdomainName(name, prefix));
  validateObjectMeta(object.at('metadata'), kind, nameRule, errors);
  if (hasOwnRules(kind, errors)) return;
  const spec = object.at('spec');
  validateSelectors(spec.at('selectors'), errors);
  const configs = spec.at('config');
  if (!isTooLong(configs, listLimit, errors)) {
    for (const config of configs.items) validateConfiguration(config, errors);
  }
  const name = spec.at('extendedResourceName');
  if (name.present && !isExtendedResource(name.text)) {
    errors.invalid(name, 'must be a valid extended resource name', name.text);
  }
}

function validateTaintRule(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const spec = object.at('spec');
  const selector = spec.at('deviceSelector');
  const [driver, pool, device] = [selector.at('driver'), selector.at('pool'), selector.at('device')];
  // Only the oldest alpha has these two.
  const deviceClass = selector.at('deviceClassName');
  if (deviceClass.present) errors.format(deviceClass, dnsSubdomain);
  validateSelectors(selector.at('selectors'), errors);
  if (driver.present) validateCsiDriverName(driver, errors);
  if (pool.present) validatePoolName(pool, errors);
  if (device.present) errors.invalid(device, dnsLabel(device.text), device.text);
  validateTaint(spec.at('taint'), errors);
}
