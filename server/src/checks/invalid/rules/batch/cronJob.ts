import { cronProblem } from '../../../../formats/cron.ts';
import { timeZoneProblem } from '../../../../formats/timeZone.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateJobSpec } from './jobSpec.ts';

/** CronJobs. */
export const cronJobRules: readonly KindRule[] = [
  {
    group: 'batch',
    kind: 'CronJob',
    rule: validateCronJob,
    source: 'pkg/apis/batch/validation/validation.go, ValidateCronJobCreate',
  },
];

const longestName = 52;

function validateCronJob(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const [name, spec] = [object.at('metadata').at('name'), object.at('spec')];
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validateSchedule(spec.at('schedule'), errors);
  for (const field of ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit']) {
    errors.nonNegative(spec.at(field));
  }
  const timeZone = spec.at('timeZone');
  if (timeZone.present) errors.invalid(timeZone, timeZoneProblem(timeZone.text) ?? []);
  const concurrency = spec.at('concurrencyPolicy');
  if (!concurrency.empty) errors.oneOf(concurrency, ['Allow', 'Forbid', 'Replace']);
  const job = spec.at('jobTemplate').at('spec');
  validateJobSpec(job, false, errors);
  if (job.has('selector')) errors.invalid(job.at('selector'), '`selector` will be auto-generated');
  if (job.at('manualSelector').isTrue) errors.unsupported(job.at('manualSelector'), ['nil', 'false']);
  // Jobs get eleven more characters, and their names must be labels.
  if (name.text.length > longestName) errors.invalid(name, `must be no more than ${longestName} characters`);
}

function validateSchedule(schedule: Value, errors: ErrorList): void {
  if (schedule.empty) {
    errors.required(schedule);
    return;
  }
  if (schedule.text.includes('TZ')) {
    // Binaries before the field timeZone existed take a zone within the schedule.
    if (errors.has('no-time-zone-in-schedule')) {
      errors.invalid(schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
    }
    return;
  }
  const problem = cronProblem(schedule.text);
  if (problem !== undefined) errors.invalid(schedule, problem);
}
