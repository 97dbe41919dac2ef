import { dnsSubdomain } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type Rule, type ValidatedKind } from '../../rule.ts';
import { subdomainName, validateAnyMetadata, validateObjectMeta } from '../meta/objectMeta.ts';

const source = 'pkg/apis/core/validation/events.go, ValidateEventCreate';

/** Events of both groups: one object under two shapes. */
export const eventRules: readonly KindRule[] = [
  { group: '', kind: 'Event', rule: eventRule({ subject: 'involvedObject', text: 'message' }), source },
  { group: 'events.k8s.io', kind: 'Event', rule: eventRule({ subject: 'regarding', text: 'note' }), source },
];

/** The field names that differ between the groups. The server reports core names. */
interface EventFields {
  readonly subject: string;
  readonly text: string;
}

const longestWord = 128;
const longestText = 1024;
const mismatch = 'does not match event.namespace';

function eventRule(fields: EventFields): Rule {
  const strict = fields.subject === 'regarding';
  return (event, errors, kind) => {
    validateNamespace(event, event.at(fields.subject), errors);
    const controller = event.at(strict ? 'reportingController' : 'reportingComponent');
    if (event.has('eventTime')) validateNewFields(event, controller, event.at(fields.text), errors);
    // Only the stable version of the newer group has additional rules.
    if (strict && isStable(kind)) validateStrictly(event, errors, kind);
    validateAnyMetadata(event.at('metadata'), kind, errors);
  };
}

/** The namespace must be that of the subject. Where the manifest has none it is not known. */
function validateNamespace(event: Value, subject: Value, errors: ErrorList): void {
  const value = event.at('metadata').at('namespace');
  if (value.empty) return;
  if (errors.has('event-namespace-name'))
    errors.invalid(value.reportedAt(event.at('namespace')), dnsSubdomain(value.text));
  const of = subject.at('namespace');
  const clusterWide = event.has('eventTime') ? ['default', 'kube-system'] : ['default'];
  const wrong = of.empty ? !clusterWide.includes(value.text) : !event.has('eventTime') && of.text !== value.text;
  if (wrong) errors.invalid(of.reportedAt(event.at('involvedObject').at('namespace')), mismatch, of.text);
}

function validateNewFields(event: Value, controller: Value, text: Value, errors: ErrorList): void {
  if (controller.empty) errors.required(controller);
  errors.invalid(controller, qualifiedName(controller.text), controller.text);
  for (const field of ['reportingInstance', 'action', 'reason']) {
    const value = event.at(field);
    if (value.empty) errors.required(value);
    limitLength(value, longestWord, errors);
  }
  limitLength(text.reportedAt(event.at('message')), longestText, errors);
}

function limitLength(value: Value, limit: number, errors: ErrorList): void {
  if (isLonger(value.text, limit)) errors.invalid(value, `can have at most ${limit} characters`, '');
}

function validateStrictly(event: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(event.at('metadata'), kind, subdomainName, errors);
  const [series, type, origin] = [event.at('series'), event.at('type'), event.at('deprecatedSource')];
  if (series.present) {
    if ((series.at('count').number ?? 0) < 2) errors.invalid(series.at('count'), 'should be at least 2', '');
    if (!series.has('lastObservedTime')) errors.required(series.at('lastObservedTime'));
  }
  if (!event.has('eventTime')) errors.required(event.at('eventTime'));
  if (type.text !== 'Normal' && type.text !== 'Warning') {
    errors.invalid(type, `has invalid value: ${type.text}`, '');
  }
  const unset = (value: Value, name: string): void => {
    errors.invalid(value.reportedAt(event.at(name)), 'needs to be unset', '');
  };
  if (event.has('deprecatedFirstTimestamp')) unset(event.at('deprecatedFirstTimestamp'), 'firstTimestamp');
  if (event.has('deprecatedLastTimestamp')) unset(event.at('deprecatedLastTimestamp'), 'lastTimestamp');
  if ((event.at('deprecatedCount').number ?? 0) !== 0) unset(event.at('deprecatedCount'), 'count');
  if (!origin.at('component').empty || !origin.at('host').empty) unset(origin, 'source');
}
