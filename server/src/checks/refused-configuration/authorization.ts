import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { dnsSubdomain } from '../../formats/dns.ts';
import { parseDuration } from '../../formats/duration.ts';
import type { Value } from '../value.ts';
import { compileExpression } from './expression.ts';
import type { Refusals } from './refusals.ts';

// Sources: ValidateAuthorizationConfiguration; LoadAndValidateData in k8s.io/kubernetes pkg/kubeapiserver/authorizer/config.go.

const types = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];
const maxConditions = 64;
const longestTimeout = 30_000_000_000n;

/** Collects the server's errors in an AuthorizationConfiguration. Referenced files are not read. */
export function validateAuthorization(root: Value, refusals: Refusals): void {
  const authorizers = root.at('authorizers');
  if (authorizers.length === 0) refusals.missing(authorizers, 'at least one authorization mode must be defined');
  const before = refusals.count;
  const seenTypes = new Set<string>();
  const seenNames = new Set<string>();
  for (const authorizer of authorizers.items) validateAuthorizer(authorizer, seenTypes, seenNames, refusals);
  if (refusals.count > before) return;
  // Only without other errors: an authorizer other than a webhook must be named after its type.
  for (const authorizer of authorizers.items) {
    const type = authorizer.at('type').text;
    const name = authorizer.at('name');
    const expected = type.toLowerCase();
    if (type === 'Webhook' || name.text === expected) continue;
    refusals.value(
      name,
      `expected name ${expected} for authorizer ${type} instead of ${name.text}`,
      `Write ${expected}`,
    );
  }
}

function validateAuthorizer(
  authorizer: Value,
  seenTypes: Set<string>,
  seenNames: Set<string>,
  refusals: Refusals,
): void {
  const [type, name, webhook] = [authorizer.at('type'), authorizer.at('name'), authorizer.at('webhook')];
  const isTwice = seenTypes.has(type.text) && type.text !== 'Webhook';
  oneOf(type, types, refusals);
  if (isTwice) refusals.duplicate(type);
  if (isTwice || !types.includes(type.text)) return;
  seenTypes.add(type.text);
  if (name.text === '') refusals.missing(name);
  else if (seenNames.has(name.text)) refusals.duplicate(name);
  else {
    const problems = dnsSubdomain(name.text);
    if (problems.length > 0) refusals.value(name, `authorizer name is invalid: ${problems.join(', ')}`);
  }
  seenNames.add(name.text);
  if (type.text !== 'Webhook') {
    if (webhook.present) refusals.value(webhook, 'may only be specified when type=Webhook', 'Remove the webhook');
  } else if (!webhook.present) refusals.missing(webhook, 'required when type=Webhook');
  else validateWebhook(webhook, refusals);
}

function validateWebhook(webhook: Value, refusals: Refusals): void {
  const timeout = durationOf(webhook.at('timeout'));
  if (timeout === 0n) refusals.missing(webhook.at('timeout'));
  else if (timeout < 0n || timeout > longestTimeout) refusals.value(webhook.at('timeout'), 'must be > 0s and <= 30s');
  for (const name of ['authorizedTTL', 'unauthorizedTTL']) {
    // Zero is defaulted before validation.
    if (durationOf(webhook.at(name)) < 0n) refusals.value(webhook.at(name), 'must be > 0s');
  }
  oneOf(webhook.at('subjectAccessReviewVersion'), facts.reviewVersions, refusals);
  const conditions = webhook.at('matchConditions');
  const conditionVersion = webhook.at('matchConditionSubjectAccessReviewVersion');
  if (conditionVersion.text !== '') oneOf(conditionVersion, facts.matchConditionReviewVersions, refusals);
  else if (conditions.length > 0) refusals.missing(conditionVersion, 'required if match conditions are specified');
  oneOf(webhook.at('failurePolicy'), ['NoOpinion', 'Deny'], refusals);
  validateConnection(webhook.at('connectionInfo'), refusals);
  validateConditions(conditions, refusals);
}

function validateConnection(connection: Value, refusals: Refusals): void {
  const type = connection.at('type');
  const file = connection.at('kubeConfigFile');
  oneOf(type, ['InClusterConfig', 'KubeConfigFile'], refusals);
  if (type.text === 'InClusterConfig' && file.present) {
    refusals.value(file, 'can only be set when type=KubeConfigFile', 'Remove it');
  }
  if (type.text !== 'KubeConfigFile') return;
  if (file.text === '') refusals.missing(file);
  else if (!file.text.startsWith('/')) refusals.value(file, 'must be an absolute path');
}

function validateConditions(conditions: Value, refusals: Refusals): void {
  if (conditions.length > maxConditions) {
    refusals.value(conditions, `Too many: ${conditions.length}: must have at most ${maxConditions} items`);
    return;
  }
  const seen = new Set<string>();
  for (const condition of conditions.items) {
    const expression = condition.at('expression');
    if (expression.text.trim() === '') refusals.missing(expression);
    else if (seen.has(expression.text)) refusals.duplicate(expression);
    else compileExpression(expression, 'request', 'bool', refusals);
    seen.add(expression.text);
  }
}

/** Nanoseconds; 0 if absent. */
function durationOf(value: Value): bigint {
  return parseDuration(value.text) ?? 0n;
}

function oneOf(value: Value, allowed: readonly string[], refusals: Refusals): void {
  if (value.text === '') refusals.missing(value);
  else if (!allowed.includes(value.text)) refusals.unsupported(value, allowed);
}
