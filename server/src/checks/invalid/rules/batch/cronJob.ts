import { cronProblem } from '../../../../formats/cron.ts';
import { timeZoneProblem } from '../../../../formats/timeZone.ts';
import { scalarDraft } from '../../../../manifest/reconcile/draft.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Rewrite } from '../../rewrite.ts';
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
  const timeZone = spec.at('timeZone');
  validateSchedule(spec.at('schedule'), timeZone, errors);
  for (const field of ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit']) {
    errors.nonNegative(spec.at(field));
  }
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

function validateSchedule(schedule: Value, timeZone: Value, errors: ErrorList): void {
  if (schedule.empty) {
    errors.required(schedule);
    return;
  }
  const problem = cronProblem(schedule.text);
  if (problem !== undefined) errors.invalid(schedule, problem);
  if (!schedule.text.includes('TZ')) return;
  // Binaries before the field timeZone existed take a zone within the schedule.
  if (errors.has('no-time-zone-in-schedule')) {
    const refusal = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.rewritable(schedule, refusal, problem === undefined ? zoneAsField(schedule.text, timeZone) : undefined);
  } else if (errors.has('one-time-zone') && timeZone.present) {
    errors.invalid(schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule');
  }
}

/**
 * A schedule with a zone as the controller reads it (`Parse` in github.com/robfig/cron/v3), with the zone in spec.timeZone
 * instead: `formatSchedule` in pkg/controller/cronjob/cronjob_controllerv2.go makes the same text of both. Undefined if
 * the zone is not valid there, or if the object names another one too.
 */
function zoneAsField(schedule: string, timeZone: Value): Rewrite | undefined {
  const [, zone = '', rest = ''] = /^(?:CRON_)?TZ=(\S*) +(\S.*)$/.exec(schedule) ?? [];
  if (timeZoneProblem(zone) !== undefined || rest.includes('TZ')) return undefined;
  if (timeZone.present && timeZone.text !== zone) return undefined;
  return {
    title: 'Move the time zone to spec.timeZone',
    sets: { path: 'spec.timeZone', gate: 'CronJobTimeZone' },
    apply(object) {
      const spec = object.map('spec');
      spec?.set('schedule', scalarDraft(rest.trim()));
      spec?.set('timeZone', scalarDraft(zone), { after: 'schedule' });
    },
  };
}
