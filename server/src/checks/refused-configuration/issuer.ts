import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { parseUrl } from '../../formats/url.ts';
import type { Value } from '../value.ts';
import type { Refusals } from './refusals.ts';

// Source: validateIssuer.

const anyAudience = 'MatchAny';
const egressSelectors = ['controlplane', 'cluster'];

/** Collects the server's errors in an issuer; for certificates, only whether there are any. */
export function validateIssuer(issuer: Value, refusals: Refusals): void {
  const [url, discovery] = [issuer.at('url'), issuer.at('discoveryURL')];
  if (url.text === '') refusals.missing(url);
  else validateUrl(url, refusals);
  if (discovery.text !== '') {
    if (url.text !== '' && withoutSlashes(url.text) === withoutSlashes(discovery.text)) {
      refusals.value(discovery, 'discoveryURL must be different from URL');
    }
    validateUrl(discovery, refusals);
  }
  validateAudiences(issuer.at('audiences'), issuer.at('audienceMatchPolicy'), refusals);
  const authority = issuer.at('certificateAuthority');
  if (authority.text !== '' && !authority.text.includes('-----BEGIN CERTIFICATE-----')) {
    refusals.value(authority, 'data does not contain any valid RSA or ECDSA certificates', 'Write certificates as PEM');
  }
  validateEgressSelector(issuer.at('egressSelectorType'), refusals);
}

function validateUrl(url: Value, refusals: Refusals): void {
  const parsed = parseUrl(url.text);
  if (typeof parsed === 'string') {
    refusals.value(url, parsed);
    return;
  }
  if (parsed.scheme !== 'https') refusals.value(url, 'URL scheme must be https');
  if (parsed.user !== undefined) refusals.value(url, 'URL must not contain a username or password');
  if (parsed.query !== '') refusals.value(url, 'URL must not contain a query');
  if (parsed.fragment !== '') refusals.value(url, 'URL must not contain a fragment');
}

function validateAudiences(audiences: Value, policy: Value, refusals: Refusals): void {
  if (audiences.length === 0) {
    refusals.missing(audiences, 'at least one is required');
    return;
  }
  const seen = new Set<string>();
  for (const audience of audiences.items) {
    if (audience.text === '') refusals.missing(audience);
    if (seen.has(audience.text)) refusals.duplicate(audience);
    seen.add(audience.text);
  }
  if (policy.text === anyAudience) return;
  if (audiences.length > 1) {
    refusals.value(policy, `must be ${anyAudience} for multiple audiences`, `Write ${anyAudience}`);
  } else if (policy.text !== '') {
    refusals.value(policy, `must be empty or ${anyAudience} for single audience`, `Write ${anyAudience}, or remove it`);
  }
}

function validateEgressSelector(type: Value, refusals: Refusals): void {
  if (type.text === '') return;
  const gate = facts.egressSelectorGate;
  if (!refusals.gate(gate)) {
    refusals.value(type, `egress selector is not supported when ${gate} feature gate is disabled`, `Turn on ${gate}`);
  }
  if (!egressSelectors.includes(type.text))
    refusals.value(type, 'egress selector must be either controlplane or cluster');
}

function withoutSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}
