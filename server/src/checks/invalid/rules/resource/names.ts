import { dnsSubdomain } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import { cIdentifier } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/resource/validation/validation.go.

const identifierLimit = 32;
const domainLimit = 63;
const poolLimit = 253;

/** A name of an attribute or a capacity, with a domain or without, reported at `place`: `validateQualifiedName`. */
export function validateQualifiedName(name: string, field: Value, errors: ErrorList, isDeclared = false): void {
  const parts = name.split('/');
  const [first = '', second] = parts;
  if (parts.length === 1) validateIdentifier(first, field, errors);
  // The server takes anything that has more parts.
  if (parts.length !== 2 || second === undefined) return;
  if (first === '') errors.invalid(field, isDeclared ? 'prefix must not be empty' : 'the domain must not be empty', '');
  else {
    if (isLonger(first, domainLimit)) errors.tooLong(field, domainLimit);
    const reasons = dnsSubdomain(isDeclared ? first : first.toLowerCase());
    errors.invalid(field, isDeclared ? reasons.map((reason) => `prefix: ${reason}`) : reasons, first);
  }
  if (second === '') errors.invalid(field, isDeclared ? 'name must not be empty' : 'the name must not be empty', '');
  else validateIdentifier(second, field, errors);
}

/**
 * A name of an attribute that must have a domain: `validateFullyQualifiedName`.
 *
 * @param isDeclared whether declarative validation checks it, which requires the domain in lower case:
 *   `ResourceFullyQualifiedName` in k8s.io/apimachinery pkg/api/validate/strfmt.go.
 */
export function validateFullyQualifiedName(name: Value, errors: ErrorList, isDeclared: boolean): void {
  validateQualifiedName(name.text, name, errors, isDeclared);
  if (!name.text.includes('/')) {
    errors.invalid(name, 'a fully qualified name must be a domain and a name separated by a slash', name.text);
  }
}

/** Whether `validateFullyQualifiedName` accepts a name. */
export function isFullyQualifiedName(name: string): boolean {
  const [domain = '', identifier, ...others] = name.split('/');
  if (identifier === undefined || others.length > 0) return identifier !== undefined;
  if (isLonger(domain, domainLimit) || isLonger(identifier, identifierLimit)) return false;
  return dnsSubdomain(domain.toLowerCase()).length === 0 && cIdentifier(identifier).length === 0;
}

/** The name of a pool of devices: `validatePoolName`. */
export function validatePoolName(name: Value, errors: ErrorList): void {
  if (name.empty) {
    errors.required(name);
    return;
  }
  if (isLonger(name.text, poolLimit)) errors.tooLong(name, poolLimit);
  for (const part of name.text.split('/')) errors.invalid(name, dnsSubdomain(part), part);
}

function validateIdentifier(name: string, field: Value, errors: ErrorList): void {
  if (isLonger(name, identifierLimit)) errors.tooLong(field, identifierLimit);
  errors.invalid(field, cIdentifier(name), name);
}
