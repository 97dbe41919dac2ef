import { isObject, objectAt, textAt } from './json.ts';

/** An audit event as kube-apiserver writes it, or one of a provider in the same form. */
export type AuditEvent = Readonly<Record<string, unknown>>;

/**
 * The audit events in a line or a value of a log, in order; empty if it has none. A service that collects logs wraps
 * them: an EventList, a list, a field with the event as text (CloudWatch, fluent-bit, Azure), a table of such fields
 * (Logs Insights), a prefix (container runtimes), a row of CSV, or Google's own form (Cloud Audit Logs).
 */
export function auditEventsIn(text: string): readonly AuditEvent[] {
  const value = parsed(text) ?? parsed(text.slice(Math.max(0, text.indexOf('{')))) ?? parsed(ofCsv(text));
  return value === undefined ? [] : eventsOf(value, 0);
}

/** Wrappers within wrappers: records, a record, its properties, a list, a text. */
const deepest = 8;

function eventsOf(value: unknown, depth: number): readonly AuditEvent[] {
  if (depth > deepest) return [];
  if (typeof value === 'string') return mayBeJson(value) ? eventsOf(parsed(value), depth + 1) : [];
  if (Array.isArray(value)) return value.flatMap((item) => eventsOf(item, depth + 1));
  if (!isObject(value)) return [];
  const own = isEvent(value) ? value : cloudAuditEvent(value);
  return own === undefined ? Object.values(value).flatMap((item) => eventsOf(item, depth + 1)) : [own];
}

function isEvent(value: AuditEvent): boolean {
  return textAt(value, 'kind') === 'Event' && (textAt(value, 'apiVersion') ?? '').startsWith('audit.k8s.io/');
}

function mayBeJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || !mayBeJson(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON in a quoted field of CSV, where quotes are doubled. */
function ofCsv(text: string): string | undefined {
  return /"(\{""(?:[^"]|"")*\})"/.exec(text)?.[1]?.replaceAll('""', '"');
}

/**
 * An entry of Cloud Audit Logs as an event: its method is `io.k8s.GROUP.VERSION.RESOURCE.VERB` with the parts of the group
 * reversed, `core` for the core group; `resourceName` has the group as it is. Source: the reference of AuditLog, and
 * "Audit logging" in the documentation of Google Kubernetes Engine.
 */
function cloudAuditEvent(entry: AuditEvent): AuditEvent | undefined {
  const payload = objectAt(entry, 'protoPayload');
  const parts = (textAt(payload, 'methodName') ?? '').split('.');
  const at = parts.findIndex((part) => /^v\d+(?:(?:alpha|beta)\d+)?$/.test(part));
  const [version, resource, ...rest] = at < 0 ? [] : parts.slice(at);
  const verb = rest.at(-1);
  if (version === undefined || resource === undefined || verb === undefined) return undefined;
  const [named = '', namedVersion] = (textAt(payload, 'resourceName') ?? '').split('/');
  const group = namedVersion === version ? named : groupOf(parts.slice(0, at));
  return {
    verb,
    stage: 'ResponseComplete',
    user: { username: textAt(objectAt(payload, 'authenticationInfo'), 'principalEmail') },
    userAgent: textAt(objectAt(payload, 'requestMetadata'), 'callerSuppliedUserAgent'),
    objectRef: {
      apiGroup: group === 'core' ? '' : group,
      apiVersion: version,
      resource,
      subresource: rest.slice(0, -1).join('/'),
    },
    requestReceivedTimestamp: textAt(entry, 'timestamp'),
    annotations: objectAt(entry, 'labels'),
  };
}

/** The groups of Kubernetes without a domain. */
const bareGroups = ['core', 'apps', 'autoscaling', 'batch', 'extensions', 'policy'];

function groupOf(reversed: readonly string[]): string {
  const ofKubernetes = reversed[0] === 'io' && reversed[1] === 'k8s';
  const name = [...(ofKubernetes ? reversed.slice(2) : reversed)].reverse().join('.');
  return !ofKubernetes || bareGroups.includes(name) ? name : `${name}.k8s.io`;
}
