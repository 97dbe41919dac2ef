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
  if (!sameValue(managersIn(left), managersIn(right))) differences.push('managedFields');
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

/** The managers of an object, without times, and without controllers of the real server itself. */
function managersIn(object: ValueMap): readonly Value[] {
  const { metadata } = object;
  const entries = isValueMap(metadata) ? metadata['managedFields'] : undefined;
  if (!isValueList(entries)) return [];
  return entries
    .filter(isValueMap)
    .filter(({ manager }) => !controllers.test(String(manager)))
    .map(withoutTime);
}

/** Controllers that run in kube-apiserver, and write at any time. */
const controllers = /^(?:kube-apiserver|api-priority-and-fairness-config-)/;
/** The kinds whose status they write. */
const controlled: ReadonlySet<string> = new Set(['APIService', 'CustomResourceDefinition', 'FlowSchema']);

const assigned: ReadonlySet<string> = new Set(['uid', 'creationTimestamp', 'resourceVersion', 'managedFields']);

/**
 * The object without what a server makes up: its metadata, addresses and ports of Services, who sends a
 * CertificateSigningRequest, and the status of kinds whose controllers run in the real server.
 */
function withoutAssigned(sent: ValueMap): ValueMap {
  const object = withoutOwn(sent);
  const { metadata, details, status, kind, ...others } = object;
  const kept = Object.entries(fieldsOf(metadata ?? {})).filter(([name]) => !assigned.has(name));
  return {
    ...others,
    ...(kind === undefined ? {} : { kind }),
    metadata: Object.fromEntries(kept),
    ...(isValueMap(details) ? { details: { ...details, uid: '' } } : {}),
    ...(status === undefined || controlled.has(String(kind)) ? {} : { status }),
    ...(isValueMap(others['spec']) ? { spec: withoutMadeUp(String(kind), others['spec']) } : {}),
  };
}

/** An object whose own uid and times are constants everywhere in it: the uid of a Job is in labels. */
function withoutOwn(object: ValueMap): ValueMap {
  const { uid, creationTimestamp, deletionTimestamp } = fieldsOf(object['metadata'] ?? {});
  const text = [uid, creationTimestamp, deletionTimestamp]
    .filter((value) => typeof value === 'string' && value !== '')
    .reduce<string>((now, value) => now.replaceAll(String(value), 'made up'), JSON.stringify(object));
  return fieldsOf(JSON.parse(text));
}

function withoutMadeUp(kind: string, spec: ValueMap): ValueMap {
  if (kind === 'CertificateSigningRequest') {
    const { username: _, groups: __, uid: ___, extra: ____, ...others } = spec;
    return others;
  }
  if (kind !== 'Service') return spec;
  const { clusterIP, clusterIPs: _, ipFamilies: __, healthCheckNodePort: ___, ports, ...others } = spec;
  return {
    ...others,
    // Only a client asks for no address.
    ...(clusterIP === 'None' ? { clusterIP } : {}),
    ...(isValueList(ports) ? { ports: ports.map(withoutNodePort) } : {}),
  };
}

function withoutNodePort(port: Value): Value {
  const { nodePort: _, ...others } = fieldsOf(port);
  return others;
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
