import { parseIp } from '../../../../formats/ip.ts';
import { legacyIp } from '../../../../formats/ipRules.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateServiceClusterIPsRelatedFields.

const families = ['IPv4', 'IPv6'];
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** The addresses of a service and their families. A single address becomes the list if there is none. */
export function validateClusterIps(spec: Value, errors: ErrorList): void {
  const [ip, list] = [spec.at('clusterIP'), spec.at('clusterIPs')];
  const ips = list.empty && !ip.empty ? [ip.reportedAtItem(list, 0)] : list.items;
  if (!ip.empty) {
    if (ips[0]?.text !== ip.text) errors.invalid(list, 'first value must match `clusterIP`');
  } else if (ips.length > 0) errors.invalid(list, 'must be empty when `clusterIP` is not specified');
  validateFamilies(spec, errors);
  const strict = errors.gate('StrictIPCIDRValidation');
  let wellFormed = true;
  for (const [index, value] of ips.entries()) {
    if (index === 0 && value.text === 'None') {
      if (ips.length === 1) continue;
      errors.invalid(list, "'None' must be the first and only value");
      wellFormed = false;
      continue;
    }
    const wrong = legacyIp(value.text, strict);
    errors.invalid(value, wrong, value.text);
    wellFormed &&= wrong.length === 0;
  }
  if (ips.length > 2) errors.invalid(list, 'may only hold up to 2 values');
  if (!wellFormed) return;
  const kinds = ips.map((value) => parseIp(value.text)?.family);
  if (ips.length > 1 && new Set(kinds).size < 2) {
    errors.invalid(list, 'may specify no more than one IP for each IP family');
  }
  for (const [index, value] of ips.entries()) {
    const family = spec.at('ipFamilies').texts[index];
    const actual = kinds[index];
    if (actual === undefined || family === undefined) continue;
    if (families.includes(family) && family !== `IPv${actual}`) {
      errors.invalid(value, `expected an ${family} value as indicated by \`ipFamilies[${index}]\``);
    }
  }
}

function validateFamilies(spec: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const family of spec.at('ipFamilies').items) {
    errors.oneOf(family, families);
    if (seen.has(family.text)) errors.duplicate(family);
    seen.add(family.text);
  }
  const policy = spec.at('ipFamilyPolicy');
  if (policy.present) errors.oneOf(policy, policies);
}
