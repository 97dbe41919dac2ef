import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { dnsLabel, dnsSubdomain } from '../../formats/dns.ts';
import { formatDuration } from '../../formats/duration.ts';
import type { Format } from '../../formats/format.ts';
import { tolerationProblems } from '../tolerationProblems.ts';
import type { Value } from '../value.ts';
import type { Refusals } from './refusals.ts';

/** Validates the decoded settings of a plugin. */
type Validation = (settings: Value, refusals: Refusals) => void;

const { eventLimits, serverLimit, imagePolicy, manifestsGate } = facts.plugins;

/** How plugins validate their settings, by the names of the structs. */
export const pluginValidations: ReadonlyMap<string, Validation> = new Map<string, Validation>([
  ['PodSecurityConfiguration', validatePodSecurity],
  ['ResourceQuotaConfiguration', validateQuota],
  ['EventRateLimitConfiguration', validateEventLimits],
  ['PodTolerationRestrictionConfiguration', validateTolerations],
  ['ImagePolicyWebhookConfiguration', validateImagePolicy],
  ['WebhookAdmissionConfiguration', validateWebhooks],
  ['PolicyConfiguration', validateManifestsFolder],
]);

const levels = ['privileged', 'baseline', 'restricted'];
const versionPattern = /^v1\.([0-9]|[1-9][0-9]*)$/;

/** Source: k8s.io/pod-security-admission admission/api/validation/validation.go. */
function validatePodSecurity(settings: Value, refusals: Refusals): void {
  const defaults = settings.at('defaults');
  for (const mode of ['enforce', 'warn', 'audit']) {
    const [level, ofVersion] = [defaults.at(mode), defaults.at(`${mode}-version`)];
    // An empty level and an empty version are defaulted.
    if (!level.empty && !levels.includes(level.text)) refusals.value(level, `must be one of ${levels.join(', ')}`);
    if (!ofVersion.empty && ofVersion.text !== 'latest' && !versionPattern.test(ofVersion.text)) {
      refusals.value(ofVersion, 'must be "latest" or "v1.x"');
    }
  }
  const exemptions = settings.at('exemptions');
  validateNames(exemptions.at('namespaces'), dnsLabel, refusals);
  validateNames(exemptions.at('runtimeClasses'), dnsSubdomain, refusals);
  validateNames(exemptions.at('usernames'), (name) => (name === '' ? ['username must not be empty'] : []), refusals);
}

function validateNames(list: Value, format: Format, refusals: Refusals): void {
  const seen = new Set<string>();
  for (const item of list.items) {
    const problems = format(item.text);
    if (problems.length > 0) refusals.value(item, problems.join(', '));
    else if (seen.has(item.text)) refusals.duplicate(item);
    seen.add(item.text);
  }
}

/** Source: k8s.io/apiserver pkg/admission/plugin/resourcequota/apis/resourcequota/validation/validation.go. */
function validateQuota(settings: Value, refusals: Refusals): void {
  for (const limited of settings.at('limitedResources').items) {
    const resource = limited.at('resource');
    if (resource.empty) refusals.missing(resource);
  }
}

/** Source: plugin/pkg/admission/eventratelimit/apis/eventratelimit/validation/validation.go. */
function validateEventLimits(settings: Value, refusals: Refusals): void {
  const limits = settings.at('limits');
  if (limits.length === 0) refusals.value(limits, 'must not be empty', 'Add a limit');
  for (const limit of limits.items) {
    const type = limit.at('type');
    if (!eventLimits.includes(type.text)) refusals.unsupported(type, eventLimits);
    for (const amount of [limit.at('burst'), limit.at('qps')]) {
      if ((amount.number ?? 0) <= 0) refusals.value(amount, 'must be positive');
    }
    const size = limit.at('cacheSize');
    if (type.text !== serverLimit && (size.number ?? 0) < 0) refusals.value(size, 'must not be negative');
  }
}

/** Source: plugin/pkg/admission/podtolerationrestriction/apis/podtolerationrestriction/validation/validation.go. */
function validateTolerations(settings: Value, refusals: Refusals): void {
  const isKnown = refusals.surface.gates.has('TaintTolerationComparisonOperators');
  for (const toleration of [...settings.at('default').items, ...settings.at('whitelist').items]) {
    for (const problem of tolerationProblems(toleration, isKnown ? 'off' : 'unknown')) {
      if ('allowed' in problem) refusals.unsupported(problem.at, problem.allowed);
      else refusals.value(problem.at, problem.reasons.join(', '));
    }
  }
}

/** Source: plugin/pkg/admission/imagepolicy/config.go, normalizeConfigDuration. */
function validateImagePolicy(settings: Value, refusals: Refusals): void {
  for (const name of ['retryBackoff', 'allowTTL', 'denyTTL'] as const) {
    const { unit, min, max } = imagePolicy[name];
    const written = settings.at('imagePolicy').at(name);
    const number = written.number ?? 0;
    const amount = number * unit;
    // -1 turns the cache off, and 0 is the default.
    if (number === -1 || number === 0 || (amount >= min && amount <= max)) continue;
    const [from, to, got] = [min, max, amount].map((nanos) => formatDuration(BigInt(nanos)));
    refusals.value(written, `valid value is between ${from} and ${to}, got ${got}`);
  }
}

/** Source: k8s.io/apiserver pkg/admission/plugin/webhook/config/kubeconfig.go. */
function validateWebhooks(settings: Value, refusals: Refusals): void {
  const file = settings.at('kubeConfigFile');
  if (!file.empty && !file.text.startsWith('/')) refusals.value(file, 'must be an absolute file path');
  validateManifestsFolder(settings, refusals);
}

/** Source: k8s.io/apiserver pkg/admission/plugin/manifest/validation.go, ValidateStaticManifestsDir. */
function validateManifestsFolder(settings: Value, refusals: Refusals): void {
  const folder = settings.at('staticManifestsDir');
  if (folder.empty) return;
  if (!refusals.gate(manifestsGate)) {
    refusals.value(
      folder,
      `staticManifestsDir requires the ${manifestsGate} feature gate to be enabled`,
      `Turn on ${manifestsGate}, or remove the field`,
    );
  } else if (!folder.text.startsWith('/')) refusals.value(folder, 'must be an absolute file path');
}
