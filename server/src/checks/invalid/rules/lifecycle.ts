import { dnsSubdomain } from '../../../formats/dns.ts';
import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import type { KindRule, ValidatedKind } from '../rule.ts';
import { subdomainName, validateObjectMeta } from './meta/objectMeta.ts';
import { validateOwnDomainKey } from './meta/ownDomain.ts';
import { validateUnion } from './meta/union.ts';

const group = 'lifecycle.k8s.io';
const source = 'pkg/apis/lifecycle/validation/validation.go, and the declarative tags of k8s.io/api lifecycle';

/** Evictions, and requests for them. */
export const lifecycleRules: readonly KindRule[] = [
  { group, kind: 'Eviction', rule: validateEviction, source },
  { group, kind: 'EvictionRequest', rule: validateEvictionRequest, source },
];

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function validateEviction(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validateTarget(object.at('spec').at('target'), errors);
}

function validateEvictionRequest(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateEviction(object, errors, kind);
  const spec = object.at('spec');
  validateOwnDomainKey(spec.at('requester'), errors);
  const intent = spec.at('intent');
  if (intent.empty) errors.required(intent);
  else errors.oneOf(intent, ['Eviction', 'Withdrawn']);
}

function validateTarget(target: Value, errors: ErrorList): void {
  validateUnion(target, ['pod'], errors);
  if (!target.has('pod')) return;
  const [name, uid] = [target.at('pod').at('name'), target.at('pod').at('uid')];
  if (name.empty) errors.required(name);
  else errors.format(name, dnsSubdomain);
  if (uid.empty) errors.required(uid);
  else if (!uuid.test(uid.text)) errors.invalid(uid, 'must be a lowercase UUID in 8-4-4-4-12 format');
}
