import { dnsSubdomain } from '../../../../formats/dns.ts';
import { parseCidr } from '../../../../formats/ip.ts';
import { canonicalCidr, canonicalIp } from '../../../../formats/ipRules.ts';
import { pathSegment } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';

const group = 'networking.k8s.io';
const file = 'pkg/apis/networking/validation/validation.go';

/** Addresses in use and the ranges that services take theirs from. */
export const addressRules: readonly KindRule[] = [
  { group, kind: 'IPAddress', rule: validateIpAddress, source: `${file}, ValidateIPAddress` },
  { group, kind: 'ServiceCIDR', rule: validateServiceCidr, source: `${file}, ValidateServiceCIDR` },
];

function validateIpAddress(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, canonicalIp, errors);
  const parent = object.at('spec').at('parentRef');
  if (!parent.present) {
    errors.required(parent);
    return;
  }
  if (!parent.at('group').empty) errors.format(parent.at('group'), dnsSubdomain);
  for (const field of ['resource', 'name', 'namespace']) {
    const value = parent.at(field);
    if (!value.empty) errors.format(value, pathSegment);
    else if (field !== 'namespace') errors.required(value);
  }
}

function validateServiceCidr(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const cidrs = object.at('spec').at('cidrs');
  if (cidrs.empty) errors.required(cidrs, 'at least one CIDR required');
  else if (cidrs.length > 2) errors.invalid(cidrs, 'may only hold up to 2 values');
  else {
    for (const cidr of cidrs.items) errors.invalid(cidr, canonicalCidr(cidr.text), cidr.text);
    const families = cidrs.texts.map((text) => parseCidr(text)?.address.family);
    if (families.length === 2 && families[0] !== undefined && families[0] === families[1]) {
      errors.invalid(cidrs, 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64');
    }
  }
}
