import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import { badRequest } from '../transport/answer.ts';

/** Selects the objects of a list. */
export type Selects = (object: ValueMap) => boolean;

/** Reads `labelSelector`. Throws a Refusal. Source: k8s.io/apimachinery pkg/labels/selector.go. */
export function labelSelector(text: string): Selects {
  const requirements = splitOutside(text).map(requirement);
  return ({ metadata }) => {
    const labels = isValueMap(metadata) ? metadata['labels'] : undefined;
    return requirements.every((meets) => meets(isValueMap(labels) ? labels : {}));
  };
}

/** Reads `fieldSelector`: a field of the object, equal or not. Throws a Refusal. */
export function fieldSelector(text: string): Selects {
  const requirements = splitOutside(text).map((part) => {
    const [, path = '', operator = '', value = ''] = /^\s*([^=!\s]+)\s*(==|=|!=)\s*(.*)$/.exec(part) ?? [];
    if (path === '') throw badRequest(`invalid selector: '${part}'; can't understand '${part}'`);
    return { steps: path.split('.'), value: value.trim(), isEqual: operator !== '!=' };
  });
  return (object) => requirements.every(({ steps, value, isEqual }) => (textAt(object, steps) === value) === isEqual);
}

function textAt(object: ValueMap, steps: readonly string[]): string {
  const value = steps.reduce<Value | undefined>((at, step) => (isValueMap(at) ? at[step] : undefined), object);
  return value === undefined || value === null ? '' : String(value);
}

/** The parts between commas that are not in parentheses; none of an empty text. */
function splitOutside(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(/,(?![^(]*\))/);
}

function requirement(part: string): (labels: ValueMap) => boolean {
  const text = part.trim();
  const inSet = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(text);
  if (inSet !== null) {
    const [, key = '', operator, list = ''] = inSet;
    const values = list.split(',').map((value) => value.trim());
    const isIn = (labels: ValueMap) => key in labels && values.includes(String(labels[key]));
    return operator === 'in' ? isIn : (labels) => !isIn(labels);
  }
  const equal = /^([^=!\s]+)\s*(==|=|!=)\s*(\S*)$/.exec(text);
  if (equal !== null) {
    const [, key = '', operator, value = ''] = equal;
    return operator === '!=' ? (labels) => labels[key] !== value : (labels) => labels[key] === value;
  }
  const exists = /^(!?)\s*([^=!\s(),]+)$/.exec(text);
  if (exists === null) throw badRequest(`unable to parse requirement: ${text}`);
  const [, not, key = ''] = exists;
  return (labels) => key in labels === (not === '');
}
