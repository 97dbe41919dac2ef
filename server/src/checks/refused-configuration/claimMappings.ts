import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import type { Compiled } from '../../cel/compile.ts';
import { domainPrefixedPath } from '../../formats/names.ts';
import { factMinor } from '../../targets/version.ts';
import type { Value } from '../value.ts';
import { compileExpression, usesClaim } from './expression.ts';
import type { Refusals } from './refusals.ts';

// Source: validateClaimMappings.

const reservedSince = factMinor(facts.reservedExtraKeysSince);

/**
 * Collects the server's errors in the mapping of claims to a user.
 *
 * @param isVerified a validation rule reads `email_verified`.
 */
export function validateClaimMappings(mappings: Value, isVerified: boolean, refusals: Refusals): void {
  const username = validateMapping(mappings.at('username'), true, refusals);
  validateMapping(mappings.at('groups'), false, refusals);
  const uid = mappings.at('uid');
  if (uid.at('claim').text !== '' && uid.at('expression').text !== '') refuseBoth(uid, refusals);
  else if (uid.at('expression').text !== '') compileExpression(uid.at('expression'), 'claims', 'any', refusals);
  const extra = validateExtra(mappings.at('extra'), refusals);
  const verified = isVerified || extra || usesClaim(username?.expr, 'email_verified');
  if (usesClaim(username?.expr, 'email') && !verified) {
    refusals.value(
      mappings.at('username').at('expression'),
      'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression',
      'Use claims.email_verified as well',
    );
  }
}

/** Returns the expression if the mapping has no errors. */
function validateMapping(mapping: Value, isRequired: boolean, refusals: Refusals): Compiled | undefined {
  const [claim, expression, prefix] = [mapping.at('claim'), mapping.at('expression'), mapping.at('prefix')];
  const before = refusals.count;
  let compiled: Compiled | undefined;
  if (claim.text !== '' && expression.text !== '') refuseBoth(mapping, refusals);
  else if (expression.text !== '') {
    if (prefix.present) refusals.value(prefix, 'may not be specified when expression is set', 'Remove it');
    compiled = compileExpression(expression, 'claims', 'any', refusals);
  } else if (claim.text === '') {
    if (isRequired) refusals.missing(mapping, 'claim or expression is required');
  } else if (!prefix.present) {
    const why = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing';
    refusals.missing(prefix, why);
  }
  return refusals.count === before ? compiled : undefined;
}

/** Returns whether one reads `email_verified`. */
function validateExtra(extra: Value, refusals: Refusals): boolean {
  const seen = new Set<string>();
  let verified = false;
  for (const mapping of extra.items) {
    const [key, expression] = [mapping.at('key'), mapping.at('valueExpression')];
    validateExtraKey(key, refusals);
    if (seen.has(key.text)) {
      refusals.duplicate(key);
      continue;
    }
    seen.add(key.text);
    if (expression.text === '') refusals.missing(expression);
    else
      verified =
        usesClaim(compileExpression(expression, 'claims', 'any', refusals)?.expr, 'email_verified') || verified;
  }
  return verified;
}

function validateExtraKey(key: Value, refusals: Refusals): void {
  if (key.text === '') refusals.missing(key);
  else for (const problem of domainPrefixedPath(key.text)) refusals.value(key, problem);
  if (key.text !== key.text.toLowerCase()) refusals.value(key, 'must be lowercase');
  const slash = key.text.indexOf('/');
  const domain = slash < 0 ? '' : key.text.slice(0, slash);
  if (refusals.surface.versions.binary >= reservedSince && /(?:^|\.)(?:kubernetes|k8s)\.io$/.test(domain)) {
    refusals.value(key, 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use');
  }
}

function refuseBoth(value: Value, refusals: Refusals): void {
  refusals.value(value, "claim and expression can't both be set", 'Keep one of them');
}
