import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../server/src/conversion/value.ts';

/** What a server answered. */
export interface ServerAnswer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: Value;
}

/** Compares our answer with the real one: what differs, by rule; empty if they agree. */
export function differencesOf(real: ServerAnswer, ours: ServerAnswer): readonly string[] {
  if (real.status !== ours.status) return [`status ${real.status}, ours ${ours.status}: ${reasonOf(real, ours)}`];
  const differences: string[] = [];
  const said = (warnings: readonly string[]) => [...warnings].filter((text) => !text.startsWith('kubecompat:')).sort();
  if (!sameValue(said(real.warnings), said(ours.warnings))) differences.push('warnings');
  const [left, right] = [fieldsOf(real.body), fieldsOf(ours.body)];
  if (real.status >= 400) {
    if (left['reason'] !== right['reason'])
      differences.push(`reason ${String(left['reason'])}, ours ${String(right['reason'])}`);
    const causes = (body: ValueMap) =>
      causesOf(body)
        .map(({ field, reason }) => `${String(field)} ${String(reason)}`)
        .sort();
    if (!sameValue(causes(left), causes(right))) differences.push('causes');
    return differences;
  }
  const path = firstDifference(withoutAssigned(left), withoutAssigned(right), '');
  if (path !== undefined) differences.push(`object at ${path}`);
  const managers = (body: ValueMap) => {
    const { metadata } = body;
    const entries = isValueMap(metadata) ? metadata['managedFields'] : undefined;
    return isValueList(entries) ? entries.map(withoutTime) : [];
  };
  if (!sameValue(managers(left), managers(right))) differences.push('managedFields');
  return differences;
}

function reasonOf(real: ServerAnswer, ours: ServerAnswer): string {
  const message = String(fieldsOf((real.status >= 400 ? real : ours).body)['message'] ?? '');
  return message
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '…')
    .replaceAll(/\d+/g, '0')
    .slice(0, 160);
}

function fieldsOf(value: Value): ValueMap {
  return isValueMap(value) ? value : {};
}

function causesOf({ details }: ValueMap): readonly ValueMap[] {
  const causes = isValueMap(details) ? details['causes'] : undefined;
  return isValueList(causes) ? causes.filter(isValueMap) : [];
}

function withoutTime(entry: Value): Value {
  const { time: _, ...others } = fieldsOf(entry);
  return others;
}

const assigned: ReadonlySet<string> = new Set(['uid', 'creationTimestamp', 'resourceVersion', 'managedFields']);

/** The object without what a server makes up, and without nulls and empty fields of the status. */
function withoutAssigned(object: ValueMap): ValueMap {
  const { metadata } = object;
  const kept = Object.entries(fieldsOf(metadata ?? {})).filter(([name]) => !assigned.has(name));
  const { details } = object;
  const named = isValueMap(details) ? { details: { ...details, uid: '' } } : {};
  return { ...object, metadata: Object.fromEntries(kept), ...named };
}

/** The path of the first difference, without indices and names of entries. */
function firstDifference(left: Value | undefined, right: Value | undefined, path: string): string | undefined {
  if (sameValue(left, right)) return undefined;
  if (isValueMap(left) && isValueMap(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const found = firstDifference(left[key], right[key], path === '' ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
  }
  if (isValueList(left) && isValueList(right) && left.length === right.length) {
    for (const [index, item] of left.entries()) {
      const found = firstDifference(item, right[index], `${path}[]`);
      if (found !== undefined) return found;
    }
  }
  const side = left === undefined ? ' (ours alone)' : right === undefined ? ' (missing)' : '';
  return `${path}${side}`;
}
