import { isValueList, isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import { badRequest, Refusal } from '../transport/answer.ts';
import { parsedValue } from '../writes/sentText.ts';

/** How an object is deleted (`DeleteOptions` of meta.v1). */
export interface DeleteOptions {
  readonly isDryRun: boolean;
  /** In seconds; undefined for that of the object. */
  readonly gracePeriod: number | undefined;
  /** `Orphan`, `Background` or `Foreground`; undefined for that of the kind. */
  readonly propagation: string | undefined;
  /** The older form of the propagation. */
  readonly orphans: boolean | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** Reads the options of a delete: of its body, or of its query if that is empty. Throws a Refusal. */
export function deleteOptionsOf(body: string, query: URLSearchParams): DeleteOptions {
  const sent = body === '' ? inQuery(query) : parsedValue(body);
  if (!isValueMap(sent)) throw badRequest('the body of a delete must be DeleteOptions');
  const { propagationPolicy, orphanDependents, gracePeriodSeconds, preconditions } = sent;
  const { uid, resourceVersion } = isValueMap(preconditions) ? preconditions : {};
  const propagation = textOf(propagationPolicy);
  const orphans = typeof orphanDependents === 'boolean' ? orphanDependents : undefined;
  checkPropagation(propagation, orphans);
  return {
    isDryRun: isDryRun(isValueList(sent['dryRun']) ? sent['dryRun'] : []),
    gracePeriod: typeof gracePeriodSeconds === 'number' ? gracePeriodSeconds : undefined,
    propagation,
    orphans,
    uid: textOf(uid),
    resourceVersion: textOf(resourceVersion),
  };
}

function inQuery(query: URLSearchParams): ValueMap {
  const grace = query.get('gracePeriodSeconds');
  const orphans = query.get('orphanDependents');
  const policy = query.get('propagationPolicy');
  return {
    dryRun: query.getAll('dryRun'),
    ...(grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(orphans === null ? {} : { orphanDependents: orphans !== 'false' && orphans !== '0' }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
  };
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether the values of `dryRun` ask for one. Throws a Refusal for another value than All. */
export function isDryRun(values: readonly Value[]): boolean {
  const wrong = values.find((value) => value !== 'All');
  if (wrong === undefined) return values.length > 0;
  throw badRequest(`Invalid value: "${String(wrong)}": Unsupported value for dryRun: supported values: "All"`);
}

const policies = ['Background', 'Foreground', 'Orphan'];

/** Source: k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go, ValidateDeleteOptions. */
function checkPropagation(propagation: string | undefined, orphans: boolean | undefined): void {
  if (propagation !== undefined && orphans !== undefined) {
    const message = 'Invalid value: "DeleteOptions": orphanDependents and deletionPropagation cannot be both set';
    throw invalidOptions('propagationPolicy', 'FieldValueInvalid', message);
  }
  if (propagation === undefined || policies.includes(propagation)) return;
  const message = `Unsupported value: "${propagation}": supported values: "Foreground", "Background", "Orphan", "nil"`;
  throw invalidOptions('propagationPolicy', 'FieldValueNotSupported', message);
}

function invalidOptions(field: string, reason: string, message: string): Refusal {
  const details = { group: 'meta.k8s.io', kind: 'DeleteOptions', causes: [{ reason, message, field }] };
  return new Refusal(422, 'Invalid', `DeleteOptions.meta.k8s.io "" is invalid: ${field}: ${message}`, details);
}
