import type { ObservedComponent } from '../targets/observedComponent.ts';
import { isMinor, type Minor } from '../targets/version.ts';
import { isObject, listAt, objectAt, textAt, textsAt } from './json.ts';
import { isGitVersion } from './serverVersion.ts';
import type { LiveGate, LiveResource, LiveSnapshot, RequestedApi, ServerVersion } from './snapshot.ts';

/** The `format` of a copy; one of another format is read again from the cluster. */
export const copyFormat = 1;

/**
 * Parses the copy of a snapshot. It is in a workspace and so untrusted: undefined for anything that does not match
 * {@link LiveSnapshot} completely.
 */
export function decodeSnapshot(copy: unknown): LiveSnapshot | undefined {
  if (!isObject(copy) || copy['format'] !== copyFormat) return undefined;
  const [context, server, readAt] = [textAt(copy, 'context'), textAt(copy, 'server'), textAt(copy, 'readAt')];
  const version = versionAt(copy);
  if (context === undefined || server === undefined || readAt === undefined || version === undefined) return undefined;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(readAt)) return undefined;
  const gates = copy['gates'] === undefined ? undefined : all(copy, 'gates', gateOf);
  const [requested, resources] = [all(copy, 'requested', requestedOf), all(copy, 'resources', resourceOf)];
  if ((gates === undefined && copy['gates'] !== undefined) || requested === undefined || resources === undefined) {
    return undefined;
  }
  return {
    context,
    server,
    readAt,
    version,
    gates,
    requested,
    ...componentsIn(copy),
    resources,
    staleGroups: textsAt(copy, 'staleGroups'),
    definedGroups: copy['definedGroups'] === undefined ? undefined : textsAt(copy, 'definedGroups'),
    unread: textsAt(copy, 'unread'),
  };
}

function versionAt(copy: unknown): ServerVersion | undefined {
  const version = objectAt(copy, 'version');
  const gitVersion = textAt(version, 'gitVersion');
  const binary = minorAt(version['binary']);
  if (gitVersion === undefined || !isGitVersion(gitVersion) || binary === undefined) return undefined;
  const [emulation, minCompatibility] = [minorAt(version['emulation']), minorAt(version['minCompatibility'])];
  const minor = textAt(version, 'minor');
  return { gitVersion, ...(minor === undefined ? {} : { minor }), binary, emulation, minCompatibility };
}

function minorAt(value: unknown): Minor | undefined {
  return typeof value === 'number' && isMinor(value) ? value : undefined;
}

/** Decodes every item of a list; undefined if one is invalid. */
function all<T>(copy: unknown, key: string, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  const items = listAt(copy, key);
  const found = items.flatMap((item) => read(item) ?? []);
  return found.length === items.length ? found : undefined;
}

function gateOf(item: unknown): LiveGate | undefined {
  const [name, stage] = [textAt(item, 'name'), textAt(item, 'stage')];
  const enabled = isObject(item) ? item['enabled'] : undefined;
  return name === undefined || stage === undefined || typeof enabled !== 'boolean'
    ? undefined
    : { name, stage, enabled };
}

function requestedOf(item: unknown): RequestedApi | undefined {
  const [group, version, resource] = [textAt(item, 'group'), textAt(item, 'version'), textAt(item, 'resource')];
  const [subresource, removedRelease] = [textAt(item, 'subresource'), textAt(item, 'removedRelease')];
  if (group === undefined || version === undefined || resource === undefined) return undefined;
  return { group, version, resource, subresource: subresource ?? '', removedRelease: removedRelease ?? '' };
}

function componentsIn(copy: Readonly<Record<string, unknown>>): Pick<LiveSnapshot, 'components' | 'componentsUnread'> {
  if (copy['components'] === undefined) return {};
  const unread = textAt(copy, 'componentsUnread');
  const components = listAt(copy, 'components').flatMap((item) => componentOf(item) ?? []);
  return { components, ...(unread === undefined ? {} : { componentsUnread: unread }) };
}

function componentOf(item: unknown): ObservedComponent | undefined {
  const [component, version] = [textAt(item, 'component'), textAt(item, 'version')];
  const count = isObject(item) ? item['count'] : undefined;
  if (component === undefined || version === undefined || typeof count !== 'number' || !isGitVersion(version))
    return undefined;
  return { component, version, count, names: textsAt(item, 'names'), seenIn: 'cluster' };
}

function resourceOf(item: unknown): LiveResource | undefined {
  const [group, version, kind] = [textAt(item, 'group'), textAt(item, 'version'), textAt(item, 'kind')];
  const resource = textAt(item, 'resource');
  const namespaced = isObject(item) ? item['namespaced'] : undefined;
  if (group === undefined || version === undefined || kind === undefined || resource === undefined) return undefined;
  if (typeof namespaced !== 'boolean') return undefined;
  return { group, version, kind, resource, namespaced, verbs: textsAt(item, 'verbs') };
}
