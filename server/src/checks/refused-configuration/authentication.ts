import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import type { Value } from '../value.ts';
import { validateClaimMappings } from './claimMappings.ts';
import { compileExpression, usesClaim } from './expression.ts';
import { validateIssuer } from './issuer.ts';
import type { Refusals } from './refusals.ts';

// Source: staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go, ValidateAuthenticationConfiguration.

const maxAuthenticators = 64;

/** Collects the server's errors in an AuthenticationConfiguration, whatever issuers its flags name. */
export function validateAuthentication(root: Value, refusals: Refusals): void {
  const jwt = root.at('jwt');
  if (jwt.length > maxAuthenticators) {
    refusals.value(jwt, `Too many: ${jwt.length}: must have at most ${maxAuthenticators} items`);
    return;
  }
  const seen = { url: new Set<string>(), discoveryURL: new Set<string>() };
  for (const authenticator of jwt.items) {
    const issuer = authenticator.at('issuer');
    validateIssuer(issuer, refusals);
    const verified = validateClaimRules(authenticator.at('claimValidationRules'), refusals);
    validateClaimMappings(authenticator.at('claimMappings'), verified, refusals);
    validateUserRules(authenticator.at('userValidationRules'), refusals);
    for (const name of ['url', 'discoveryURL'] as const) {
      const url = issuer.at(name);
      if (seen[name].has(url.text)) refusals.duplicate(url);
      if (name === 'url' || url.text !== '') seen[name].add(url.text);
    }
  }
  validateAnonymous(root.at('anonymous'), refusals);
}

function validateAnonymous(anonymous: Value, refusals: Refusals): void {
  if (!anonymous.present) return;
  const gate = facts.anonymousGate;
  if (!refusals.gate(gate)) {
    refusals.value(anonymous, `anonymous is not supported when ${gate} feature gate is disabled`, `Turn on ${gate}`);
  }
  if (!anonymous.at('enabled').isTrue && anonymous.at('conditions').length > 0) {
    refusals.value(anonymous.at('conditions'), 'enabled should be set to true when conditions are defined');
  }
}

/** Returns whether a rule reads `email_verified`. */
function validateClaimRules(rules: Value, refusals: Refusals): boolean {
  const [seenClaims, seenExpressions] = [new Set<string>(), new Set<string>()];
  let verified = false;
  for (const rule of rules.items) {
    const [claim, expression] = [rule.at('claim'), rule.at('expression')];
    if (claim.text !== '' && expression.text !== '') {
      refusals.value(rule, "claim and expression can't both be set", 'Keep one of them');
    } else if (claim.text !== '') {
      if (rule.at('message').text !== '') refuseBeside(rule.at('message'), 'claim', refusals);
      if (seenClaims.has(claim.text)) refusals.duplicate(claim);
      seenClaims.add(claim.text);
    } else if (expression.text !== '') {
      if (rule.at('requiredValue').text !== '') refuseBeside(rule.at('requiredValue'), 'expression', refusals);
      if (seenExpressions.has(expression.text)) {
        refusals.duplicate(expression);
        continue;
      }
      seenExpressions.add(expression.text);
      const compiled = compileExpression(expression, 'claims', 'bool', refusals);
      verified ||= usesClaim(compiled?.expr, 'email_verified');
    } else refusals.missing(rule, 'claim or expression is required');
  }
  return verified;
}

function refuseBeside(value: Value, other: string, refusals: Refusals): void {
  refusals.value(value, `may not be specified when ${other} is set`, 'Remove it');
}

function validateUserRules(rules: Value, refusals: Refusals): void {
  const seen = new Set<string>();
  for (const rule of rules.items) {
    const expression = rule.at('expression');
    if (expression.text === '') refusals.missing(expression);
    else if (seen.has(expression.text)) refusals.duplicate(expression);
    else compileExpression(expression, 'user', 'bool', refusals);
    seen.add(expression.text);
  }
}
