import table from '../../data/authored/admission.json' with { type: 'json' };
import facts from '../../data/authored/apiserver-configurations.json' with { type: 'json' };
import type {
  LimitedResource,
  PluginSettings,
  PodSecuritySettings,
  Toleration,
} from '../targets/admissionConfiguration.ts';
import type { Cursor } from './cursor.ts';
import { typeOf } from './source.ts';

/** Reads the settings of a plugin; undefined if the plugin refuses them. */
type ReadSettings = (root: Cursor) => PluginSettings | undefined;

/** The plugins whose settings are read. Source: as in `authored/apiserver-configurations.json`. */
export const settingsReaders: ReadonlyMap<string, ReadSettings> = new Map<string, ReadSettings>([
  ['PodSecurity', (root) => ofKind('PodSecurity', root) && podSecurity(root)],
  ['ResourceQuota', (root) => ofKind('ResourceQuota', root) && limitedResources(root)],
  ['PodTolerationRestriction', (root) => ofKind('PodTolerationRestriction', root) && tolerations(root)],
  ['PodNodeSelector', nodeSelectors],
]);

const kindsOf: readonly {
  readonly plugins: readonly string[];
  readonly kinds: readonly {
    readonly group: string;
    readonly kind: string;
    readonly versions: Readonly<Partial<Record<string, string>>>;
  }[];
}[] = facts.plugins.kinds;

/** Whether settings have a kind that the plugin reads in some binary. */
function ofKind(plugin: string, { node }: Cursor): true | undefined {
  const { group, version, kind } = typeOf(node);
  const known = kindsOf.filter(({ plugins }) => plugins.includes(plugin)).flatMap(({ kinds }) => kinds);
  return (
    known.some((settings) => settings.group === group && settings.kind === kind && version in settings.versions) ||
    undefined
  );
}

const { levels, version } = table.podSecurity;
const versionPattern = new RegExp(version);

function podSecurity(root: Cursor): PluginSettings | undefined {
  const defaults: Record<string, string> = {};
  for (const entry of root.at('defaults')?.entries() ?? []) {
    const value = entry.scalar();
    if (value === undefined) return undefined;
    if (value === '') continue;
    if (!(entry.key.endsWith('-version') ? versionPattern.test(value) : levels.includes(value))) return undefined;
    defaults[entry.key] = value;
  }
  const names = (list: string) => textsAt(root, `exemptions.${list}[]`);
  const settings: PodSecuritySettings = {
    defaults,
    usernames: names('usernames'),
    namespaces: names('namespaces'),
    runtimeClasses: names('runtimeClasses'),
  };
  return { podSecurity: settings };
}

function limitedResources(root: Cursor): PluginSettings | undefined {
  const all = root.all('limitedResources[]').map(
    (item): LimitedResource => ({
      group: item.string('apiGroup') ?? '',
      resource: item.string('resource') ?? '',
      contains: textsAt(item, 'matchContains[]'),
      scopes: item.all('matchScopes[]').map((scope) => ({
        name: scope.string('scopeName') ?? '',
        operator: scope.string('operator') ?? '',
        values: textsAt(scope, 'values[]'),
      })),
    }),
  );
  return all.every(({ resource }) => resource !== '') ? { limitedResources: all } : undefined;
}

function tolerations(root: Cursor): PluginSettings | undefined {
  const [given, allowed] = [root.all('default[]'), root.all('whitelist[]')];
  if ([...given, ...allowed].some(({ node }) => node.kind !== 'map')) return undefined;
  return { tolerations: { default: given.map(toleration), allowed: allowed.map(toleration) } };
}

function toleration(item: Cursor): Toleration {
  const text = (name: string) => item.string(name) ?? '';
  const seconds = item.at('tolerationSeconds')?.scalar();
  return {
    ...{ key: text('key'), operator: text('operator'), value: text('value'), effect: text('effect') },
    seconds: seconds === undefined ? undefined : Number(seconds),
  };
}

/** This plugin refuses no settings, and ignores those that it cannot decode. */
function nodeSelectors(root: Cursor): PluginSettings {
  const entries = root.at('podNodeSelectorPluginConfig')?.entries() ?? [];
  return {
    nodeSelectors: new Map(
      entries.map(({ key, node }) => [key, node.kind === 'scalar' ? String(node.value ?? '') : '']),
    ),
  };
}

function textsAt(root: Cursor, path: string): readonly string[] {
  return root.all(path).flatMap((item) => item.scalar() ?? []);
}
