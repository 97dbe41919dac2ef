import { dnsLabel } from '../../../../formats/dns.ts';
import { labelValue } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { selectorMatches, validateLabelSelector } from '../meta/labelSelector.ts';
import { validateLabels } from '../meta/labels.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateJobSpec } from './jobSpec.ts';

/** Jobs. */
export const jobRules: readonly KindRule[] = [
  {
    group: 'batch',
    kind: 'Job',
    rule: validateJob,
    source: 'pkg/apis/batch/validation/validation.go, ValidateJobCreate',
  },
];

const nameLabels = ['job-name', 'batch.kubernetes.io/job-name'];
const selectedUid = 'batch.kubernetes.io/controller-uid';
const uidLabels = ['controller-uid', selectedUid];
/** Represents the uid that the server generates: no manifest can know it. */
const unknownUid = '\u0000uid';

function validateJob(job: Value, errors: ErrorList, kind: ValidatedKind): void {
  const [meta, spec] = [job.at('metadata'), job.at('spec')];
  validateObjectMeta(meta, kind, subdomainName, errors);
  const manual = spec.at('manualSelector').isTrue;
  if (!manual) validateGenerated(spec, meta.at('name').text, errors);
  validateInheritedLabels(meta, spec, manual, errors);
  validateJobSpec(spec, true, errors);
  validateSelector(spec, manual, meta.at('name').text, errors);
  validateIndexedName(meta, spec, errors);
}

/** Generated labels and selector must not be set to other values: `validateGeneratedSelector`. */
function validateGenerated(spec: Value, name: string, errors: ErrorList): void {
  const labels = spec.at('template').at('metadata').at('labels');
  for (const [key, label] of labels.entries) {
    if (uidLabels.includes(key) || (nameLabels.includes(key) && label.text !== name)) {
      errors.invalid(label, `must be '${uidLabels.includes(key) ? "the job's uid" : name}'`);
    }
  }
  const expected = new Map([
    ...uidLabels.map((key) => [key, unknownUid] as const),
    ...nameLabels.map((key) => [key, name] as const),
  ]);
  const selector = spec.at('selector');
  if (selector.present && isWellFormed(selector, errors) && !selectorMatches(selector, expected)) {
    errors.invalid(selector, '`selector` not auto-generated');
  }
}

/**
 * The job's name becomes a label of its pods, and the template's labels become the job's if it has none: errors in them
 * are reported in both places.
 */
function validateInheritedLabels(meta: Value, spec: Value, manual: boolean, errors: ErrorList): void {
  const [value, template] = [meta.at('labels'), spec.at('template')];
  const labels = template.at('metadata').at('labels');
  const inherited = value.empty && labels.present;
  if (inherited) validateLabels(labels.reportedAt(value), errors);
  const name = meta.at('name');
  if (manual || name.empty || nameLabels.every((key) => labels.entries.has(key))) return;
  errors.invalid(name.reportedAt(template.at('labels')), labelValue(name.text), name.text);
  if (inherited) errors.invalid(name.reportedAt(value), labelValue(name.text), name.text);
}

function validateSelector(spec: Value, manual: boolean, name: string, errors: ErrorList): void {
  const [selector, labels] = [spec.at('selector'), spec.at('template').at('metadata').at('labels')];
  if (!selector.present && manual) errors.required(selector);
  if (!validateLabelSelector(selector, errors)) return;
  const actual = new Map(labels.strings);
  if (!manual) {
    for (const key of nameLabels) if (!actual.has(key)) actual.set(key, name);
    for (const key of uidLabels) if (!actual.has(key)) actual.set(key, unknownUid);
  }
  const selectsUid = manual || selector.at('matchLabels').entries.has(selectedUid);
  const matches = selector.present ? selectorMatches(selector, actual) : !manual;
  if (!matches || (!selectsUid && actual.get(selectedUid) !== unknownUid)) {
    errors.invalid(labels, '`selector` does not match template `labels`');
  }
}

/** Pods of an indexed job are called by the job's name and their index: `validateNameAllowsCompletions`. */
function validateIndexedName(meta: Value, spec: Value, errors: ErrorList): void {
  const completions = spec.at('completions').number ?? (spec.has('parallelism') ? 0 : 1);
  if (spec.at('completionMode').text !== 'Indexed' || completions <= 0) return;
  const name = meta.at('name');
  if (name.empty && !meta.at('generateName').empty) return;
  const hostname = `${name.text}-${completions - 1}`;
  if (dnsLabel(hostname).length > 0) {
    errors.invalid(name, `will not able to create pod with invalid DNS label: ${hostname}`, name.text);
  }
}

function isWellFormed(selector: Value, errors: ErrorList): boolean {
  return validateLabelSelector(selector, errors.apart());
}
