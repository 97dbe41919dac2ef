import { type Catalog, factAt, type KindFacts } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { formatGroupVersion, type GroupVersion, parseGroupVersion } from '../../targets/groupVersion.ts';
import { formatMinor, type Minor } from '../../targets/version.ts';
import { escaped, table } from '../markdown.ts';
import { runtimeConfigKeys } from './flagText.ts';

/** The group and version that a key of `--runtime-config` is about, and the resource if it names one. */
interface NamedApi extends GroupVersion {
  readonly resource: string | undefined;
}

/** The description of a `--runtime-config` key. In Markdown; undefined if it names no API that ever existed. */
export function describeRuntimeKey(key: string, catalog: Catalog): string | undefined {
  const description = runtimeConfigKeys.get(key);
  if (description !== undefined) return `**${escaped(key)}**: ${description}`;
  const named = apiOf(key);
  const kinds = named === undefined ? [] : kindsOf(named, catalog);
  if (kinds.length === 0) return undefined;
  const rows = kinds.map((facts) => [escaped(facts.kind), ...lifeOf(facts)]);
  return [`**${escaped(key)}**: API`, table(['kind', 'served', 'by default'], rows)].join('\n\n');
}

/** The state of a key's API at a target, in a few words. */
export function apiAt(key: string, surface: ApiSurface): string | undefined {
  const named = apiOf(key);
  if (named === undefined || runtimeConfigKeys.has(key)) return undefined;
  const isIt = ({ group, version, resource }: GroupVersion & { readonly resource: string | undefined }) =>
    group === named.group && version === named.version && (named.resource ?? resource) === resource;
  const kinds = surface.resources.filter(isIt).map(({ kind }) => kind);
  return kinds.length === 0 ? `serves nothing of ${formatGroupVersion(named)}` : `serves ${kinds.join(', ')}`;
}

/** `apps/v1`, `apps/v1/deployments`; the core group's `v1`, `/v1` and `api/v1` are one. */
function apiOf(key: string): NamedApi | undefined {
  if (/^(?:api)?\/?v1$/.test(key)) return { group: '', version: 'v1', resource: undefined };
  const [group = '', version = '', resource] = key.split('/');
  const parsed = parseGroupVersion(`${group}/${version}`);
  return parsed && { ...parsed, resource };
}

function kindsOf({ group, version, resource }: NamedApi, { kinds }: Catalog): readonly KindFacts[] {
  return kinds.filter(
    (kind) =>
      kind.group === group &&
      kind.version === version &&
      kind.served.length > 0 &&
      (resource === undefined || kind.resource === resource),
  );
}

function lifeOf({ served, enabledByDefault, gates }: KindFacts): readonly string[] {
  const spans = served.map(
    ({ first, last }) => `${formatMinor(first)}${last === undefined ? ' on' : ` to ${formatMinor(last)}`}`,
  );
  const [from] = served;
  const last: Minor | undefined = served.at(-1)?.last;
  const changes = enabledByDefault.filter(([minor]) => last === undefined || minor <= last);
  const states = changes.map(([minor, on], index) =>
    index === 0 && (from === undefined || minor <= from.first)
      ? on
        ? 'on'
        : 'off'
      : `${on ? 'on' : 'off'} from ${formatMinor(minor)}`,
  );
  const needed = last === undefined ? (gates.at(-1)?.[1] ?? []) : (factAt(gates, last) ?? []);
  const under = needed.length === 0 ? '' : `, under ${needed.map(escaped).join(' and ')}`;
  return [spans.join(', '), `${states.join(', ')}${under}`];
}
