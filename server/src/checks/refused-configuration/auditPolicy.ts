import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { dnsSubdomain } from '../../formats/dns.ts';
import type { Value } from '../value.ts';
import type { Refusals } from './refusals.ts';

// Sources: ValidatePolicy in k8s.io/apiserver pkg/apis/audit/validation/validation.go; LoadPolicyFromBytes in
// pkg/audit/policy/reader.go.

const { levels, stages } = facts.audit;

/** Collects the server's errors in an audit policy. */
export function validateAuditPolicy(root: Value, refusals: Refusals): void {
  validateStages(root.at('omitStages'), refusals);
  const rules = root.at('rules');
  if (rules.length === 0) refusals.value(rules, 'loaded illegal policy with 0 rules', 'Write a rule');
  for (const rule of rules.items) validateRule(rule, refusals);
}

function validateRule(rule: Value, refusals: Refusals): void {
  const [level, urls, resources] = [rule.at('level'), rule.at('nonResourceURLs'), rule.at('resources')];
  if (level.text === '') refusals.missing(level);
  else if (!levels.includes(level.text)) refusals.unsupported(level, levels);
  for (const url of urls.items) validateUrl(url, refusals);
  for (const item of resources.items) validateResources(item, refusals);
  validateStages(rule.at('omitStages'), refusals);
  if (urls.length > 0 && (resources.length > 0 || rule.at('namespaces').length > 0)) {
    refusals.value(
      urls,
      'rules cannot apply to both regular resources and non-resource URLs',
      'Write a rule for each of both',
    );
  }
}

function validateUrl(url: Value, refusals: Refusals): void {
  if (url.text === '*') return;
  if (!url.text.startsWith('/')) refusals.value(url, "non-resource URL rules must begin with a '/' character");
  if (url.text.slice(0, -1).includes('*')) {
    refusals.value(url, "non-resource URL wildcards '*' must be the final character of the rule");
  }
}

function validateResources(item: Value, refusals: Refusals): void {
  const group = item.at('group');
  const problems = group.text === '' || group.text === '*' ? [] : dnsSubdomain(group.text);
  if (problems.length > 0) refusals.value(group, problems.join(','), 'Write the group without a version');
  if (item.at('resourceNames').length > 0 && item.at('resources').length === 0) {
    refusals.value(
      item.at('resourceNames'),
      'using resourceNames requires at least one resource',
      'Name the resources',
    );
  }
}

function validateStages(omitted: Value, refusals: Refusals): void {
  for (const stage of omitted.items) {
    if (!stages.includes(stage.text)) refusals.value(stage, `allowed stages are ${stages.join(',')}`);
  }
}
