import { domainPrefixedPath } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validatePodTemplateSpec } from '../pod/podTemplate.ts';
import { validateJobScheduling } from './jobScheduling.ts';
import { validatePodFailurePolicy } from './podFailurePolicy.ts';
import { validateSuccessPolicy } from './successPolicy.ts';

// Source: pkg/apis/batch/validation/validation.go, validateJobSpec.

const manyCompletions = 100_000;
const numbers = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];

/**
 * A job's spec. The template of a CronJob is not defaulted (`defaulted` is false), since that happens when the Job is
 * created from it.
 */
export function validateJobSpec(spec: Value, defaulted: boolean, errors: ErrorList): void {
  for (const name of numbers) errors.nonNegative(spec.at(name));
  const [perIndex, maxFailed, managedBy] = [
    spec.at('backoffLimitPerIndex'),
    spec.at('maxFailedIndexes'),
    spec.at('managedBy'),
  ];
  if (maxFailed.present && !perIndex.present) errors.required(perIndex, 'when maxFailedIndexes is specified');
  if (managedBy.present) {
    if (managedBy.empty) errors.required(managedBy);
    else errors.invalid(managedBy, domainPrefixedPath(managedBy.text));
    if (managedBy.text.length > 63) errors.tooLong(managedBy, 63);
  }
  validateCompletionMode(spec, defaulted, errors);
  if (spec.has('podFailurePolicy')) validatePodFailurePolicy(spec, defaulted, errors);
  const success = spec.at('successPolicy');
  if (success.present) {
    if (spec.at('completionMode').text !== 'Indexed') errors.invalid(success, 'requires indexed completion mode');
    else validateSuccessPolicy(success, completionsOf(spec, defaulted) ?? 0, errors);
  }
  validateReplacementPolicy(spec, errors);
  validateJobScheduling(spec, errors);
  validatePodTemplateSpec(spec.at('template'), errors);
  validateRestartPolicy(spec, errors);
}

/** The completions that the server works with: absent together with the parallelism they become 1. */
function completionsOf(spec: Value, defaulted: boolean): number | undefined {
  return spec.at('completions').number ?? (defaulted && !spec.has('parallelism') ? 1 : undefined);
}

function validateCompletionMode(spec: Value, defaulted: boolean, errors: ErrorList): void {
  const mode = spec.at('completionMode');
  if (mode.present) errors.oneOf(mode, ['NonIndexed', 'Indexed']);
  const [perIndex, maxFailed] = [spec.at('backoffLimitPerIndex'), spec.at('maxFailedIndexes')];
  if (mode.text === 'Indexed') validateIndexed(spec, completionsOf(spec, defaulted), errors);
  if (mode.present && mode.text !== 'NonIndexed') return;
  for (const field of [perIndex, maxFailed]) {
    if (field.present) errors.invalid(field, 'requires indexed completion mode');
  }
}

function validateIndexed(spec: Value, completions: number | undefined, errors: ErrorList): void {
  const [parallelism, maxFailed] = [spec.at('parallelism'), spec.at('maxFailedIndexes')];
  if (completions === undefined) errors.required(spec.at('completions'), 'when completion mode is Indexed');
  if ((parallelism.number ?? 0) > 100_000) {
    errors.invalid(parallelism, 'must be less than or equal to 100000 when completion mode is Indexed');
  }
  const failed = maxFailed.number ?? 0;
  if (completions !== undefined && maxFailed.present && failed > completions) {
    errors.invalid(maxFailed, 'must be less than or equal to completions');
  }
  if (failed > 100_000) errors.invalid(maxFailed, 'must be less than or equal to 100000');
  if (completions === undefined || completions <= manyCompletions || !spec.has('backoffLimitPerIndex')) return;
  const when = 'when completions are above 100000 and used with backoff limit per index';
  if (!maxFailed.present) errors.required(maxFailed, 'must be specified when completions is above 100000');
  if ((parallelism.number ?? 0) > 10_000) errors.invalid(parallelism, `must be less than or equal to 10000 ${when}`);
  if (failed > 10_000) errors.invalid(maxFailed, `must be less than or equal to 10000 ${when}`);
}

function validateReplacementPolicy(spec: Value, errors: ErrorList): void {
  const policy = spec.at('podReplacementPolicy');
  if (!policy.present) return;
  errors.oneOf(policy, spec.has('podFailurePolicy') ? ['Failed'] : ['Failed', 'TerminatingOrFailed']);
}

function validateRestartPolicy(spec: Value, errors: ErrorList): void {
  const policy = spec.at('template').at('spec').at('restartPolicy');
  switch (policy.or('Always')) {
    case 'Always':
      errors.required(policy, 'valid values: "OnFailure", "Never"');
      break;
    case 'Never':
      break;
    case 'OnFailure':
      if (spec.has('podFailurePolicy')) {
        errors.invalid(policy, 'only "Never" is supported when podFailurePolicy is specified');
      }
      break;
    default:
      errors.unsupported(policy, ['OnFailure', 'Never']);
  }
}
