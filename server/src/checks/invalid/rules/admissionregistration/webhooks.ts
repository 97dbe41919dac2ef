import { fullyQualifiedName } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';
import { subdomainName, validateMetadata } from '../meta/objectMeta.ts';
import { reviewVersions, validateReviewVersions, validateUrlOrService } from '../meta/webhookClient.ts';
import {
  failurePolicies,
  matchPolicies,
  oneOfIfPresent,
  validateMatchConditions,
  validateRule,
} from './matchResources.ts';
import { validateStaticSuffix } from './staticSuffix.ts';

const group = 'admissionregistration.k8s.io';
const file = 'pkg/apis/admissionregistration/validation/validation.go';

/** Configurations of admission webhooks. */
export const webhookRules: readonly KindRule[] = [
  {
    group,
    kind: 'ValidatingWebhookConfiguration',
    rule: validateConfiguration,
    source: `${file}, ValidateValidatingWebhookConfiguration`,
  },
  {
    group,
    kind: 'MutatingWebhookConfiguration',
    rule: validateConfiguration,
    source: `${file}, ValidateMutatingWebhookConfiguration`,
  },
];

const sideEffects = ['None', 'NoneOnDryRun'];
const longestTimeout = 30;

function validateConfiguration(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateMetadata(object.at('metadata'), kind, subdomainName, errors);
  validateStaticSuffix(object, errors);
  // Betas defaulted the fields that are required now.
  if (!isStable(kind)) return;
  const names = new Set<string>();
  for (const webhook of object.at('webhooks').items) {
    validateWebhook(webhook, errors);
    const name = webhook.at('name');
    if (name.empty) continue;
    if (names.has(name.text)) errors.duplicate(name);
    names.add(name.text);
  }
}

function validateWebhook(webhook: Value, errors: ErrorList): void {
  const [name, effects, timeout] = [webhook.at('name'), webhook.at('sideEffects'), webhook.at('timeoutSeconds')];
  if (name.empty) errors.required(name);
  else errors.format(name, fullyQualifiedName);
  for (const rule of webhook.at('rules').items) validateRule(rule, errors);
  oneOfIfPresent(webhook.at('failurePolicy'), failurePolicies, errors);
  oneOfIfPresent(webhook.at('matchPolicy'), matchPolicies, errors);
  if (effects.present) errors.oneOf(effects, sideEffects);
  else errors.required(effects, `must specify one of ${sideEffects.join(', ')}`);
  if (timeout.number !== undefined && (timeout.number < 1 || timeout.number > longestTimeout)) {
    errors.invalid(timeout, 'the timeout value must be between 1 and 30 seconds');
  }
  validateLabelSelector(webhook.at('namespaceSelector'), errors);
  validateLabelSelector(webhook.at('objectSelector'), errors);
  oneOfIfPresent(webhook.at('reinvocationPolicy'), ['IfNeeded', 'Never'], errors);
  validateUrlOrService(webhook.at('clientConfig'), errors);
  validateMatchConditions(webhook.at('matchConditions'), false, errors);
  const missing = `must specify one of ${reviewVersions.join(', ')}`;
  validateReviewVersions(webhook.at('admissionReviewVersions'), missing, errors);
}
