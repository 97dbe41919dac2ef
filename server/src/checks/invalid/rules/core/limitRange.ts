import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { compareAt, quantityAt } from '../pod/quantities.ts';
import { containerResourceNameProblems, isOvercommitAllowed, resourceNameProblems } from '../pod/resourceNames.ts';

/** LimitRanges. */
export const limitRangeRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'LimitRange',
    rule: validateLimitRange,
    source: 'pkg/apis/core/validation/validation.go, ValidateLimitRange',
  },
];

const types = ['Pod', 'Container', 'PersistentVolumeClaim'];
const wholeUnit = 1_000_000_000n;
type Amounts = ReadonlyMap<string, Value>;

function validateLimitRange(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors, true);
  const seen = new Set<string>();
  for (const limit of object.at('spec').at('limits').items) {
    const type = limit.at('type');
    validateType(type, errors);
    if (seen.has(type.text)) errors.duplicate(type);
    seen.add(type.text);
    validateLimit(limit, type.text, errors);
  }
}

function validateType(type: Value, errors: ErrorList): void {
  const problems = qualifiedName(type.text);
  errors.invalid(type, problems, type.text);
  if (problems.length === 0 && !type.text.includes('/') && !types.includes(type.text)) {
    errors.invalid(type, 'must be a standard limit type or fully qualified');
  }
}

function validateLimit(limit: Value, type: string, errors: ErrorList): void {
  const problemsOf = type === 'Pod' || type === 'Container' ? containerResourceNameProblems : resourceNameProblems;
  const read = (field: string): Amounts => {
    const amounts = limit.at(field).entries;
    for (const [name, amount] of amounts) errors.invalid(amount, problemsOf(name), name);
    return amounts;
  };
  const [max, min] = [read('max'), read('min')];
  let defaults: Amounts = new Map();
  let requests: Amounts = new Map();
  if (type === 'Pod') {
    for (const field of ['default', 'defaultRequest']) {
      if (!limit.at(field).empty) errors.forbidden(limit.at(field), "may not be specified when `type` is 'Pod'");
    }
  } else {
    const written = { defaults: read('default'), requests: read('defaultRequest') };
    // For containers absent amounts are defaulted: the default from the maximum, the request from default or minimum.
    defaults = type === 'Container' ? new Map([...max, ...written.defaults]) : written.defaults;
    requests = type === 'Container' ? new Map([...min, ...defaults, ...written.requests]) : written.requests;
    for (const [field, amounts] of [
      ['default', defaults],
      ['defaultRequest', requests],
    ] as const) {
      for (const [name, amount] of amounts) {
        errors.invalid(amount.reportedAt(limit.at(field).entry(name)), problemsOf(name), name);
      }
    }
  }
  if (type === 'PersistentVolumeClaim' && !min.has('storage') && !max.has('storage')) {
    errors.required(
      limit.at('limits'),
      'either minimum or maximum storage value is required, but neither was provided',
    );
  }
  const ratios = read('maxLimitRequestRatio');
  const names = new Set([max, min, defaults, requests, ratios].flatMap((amounts) => [...amounts.keys()]));
  for (const name of names) {
    const at = (field: string, amount: Value): Value => amount.reportedAt(limit.at(field).entry(name));
    compare(min.get(name), max.get(name), (a, b) => {
      errors.invalid(at('min', a), `min value ${shown(a)} is greater than max value ${shown(b)}`);
    });
    const request = requests.get(name);
    const fallback = defaults.get(name);
    compare(min.get(name), request, (a, b) => {
      errors.invalid(
        at('defaultRequest', b),
        `min value ${shown(a)} is greater than default request value ${shown(b)}`,
      );
    });
    compare(request, max.get(name), (a, b) => {
      errors.invalid(
        at('defaultRequest', a),
        `default request value ${shown(a)} is greater than max value ${shown(b)}`,
      );
    });
    compare(request, fallback, (a, b) => {
      errors.invalid(
        at('defaultRequest', a),
        `default request value ${shown(a)} is greater than default limit value ${shown(b)}`,
      );
    });
    compare(min.get(name), fallback, (a, b) => {
      errors.invalid(at('default', b), `min value ${shown(a)} is greater than default value ${shown(b)}`);
    });
    compare(fallback, max.get(name), (a, b) => {
      errors.invalid(at('default', a), `default value ${shown(a)} is greater than max value ${shown(b)}`);
    });
    validateRatio(ratios.get(name), min.get(name), max.get(name), errors);
    if (!isOvercommitAllowed(name) && fallback !== undefined && request !== undefined) {
      if (compareAt(fallback, request) !== 0) {
        errors.invalid(
          at('defaultRequest', request),
          `default value ${shown(fallback)} must equal to defaultRequest value ${shown(request)} in ${name}`,
        );
      }
    }
  }
}

function validateRatio(
  ratio: Value | undefined,
  min: Value | undefined,
  max: Value | undefined,
  errors: ErrorList,
): void {
  const nanos = ratio?.present === false ? 0n : ratio === undefined ? undefined : quantityAt(ratio)?.nanos;
  if (ratio === undefined || nanos === undefined) return;
  if (nanos < wholeUnit) errors.invalid(ratio, `ratio ${shown(ratio)} is less than 1`);
  const [lower, upper] = [min, max].map((value) => (value === undefined ? undefined : quantityAt(value)?.nanos));
  if (lower === undefined || upper === undefined || lower === 0n) return;
  if (lower < 0n ? nanos * lower < upper * wholeUnit : nanos * lower > upper * wholeUnit) {
    errors.invalid(ratio, `ratio ${shown(ratio)} is greater than max/min = ${Number(upper) / Number(lower)}`);
  }
}

/** Calls back if both amounts are present and the first is greater. */
function compare(a: Value | undefined, b: Value | undefined, greater: (a: Value, b: Value) => void): void {
  if (a !== undefined && b !== undefined && (compareAt(a, b) ?? 0) > 0) greater(a, b);
}

function shown(amount: Value): string {
  return String(amount.scalar ?? 0);
}
