import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { type Component, componentNamed } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag, WrittenSetting } from './description.ts';
import { flagOfValue, flagsOfExtraArgs } from './flags.ts';
import { scalarText } from './scalarText.ts';
import type { DocumentType, TargetSource } from './source.ts';
import { textAt } from './writtenVersion.ts';

const facts = sources.k0s;

/** Configurations of k0s, alone or inside a k0sctl cluster, which alone has the version. */
export const k0s: TargetSource = {
  reads: (type) => isInstaller(type) || (type.group === facts.group && facts.kinds.includes(type.kind)),
  read: ({ root, type, index }) =>
    isInstaller(type)
      ? [describe('k0sctl cluster', root, root.at(facts.installerConfig), index)]
      : [describe('k0s ClusterConfig', root, root, index)],
};

function isInstaller({ group, kind }: DocumentType): boolean {
  return group === facts.installerGroup && kind === facts.installerKind;
}

function describe(format: string, root: Cursor, config: Cursor | undefined, index: number): DescribedCluster {
  const version = textAt(root.at(facts.installerVersion));
  const components = facts.gateComponents.flatMap((name): readonly DescribedComponent[] => {
    const component = componentNamed(name);
    if (component === undefined) return [];
    const flags = config === undefined ? [] : flagsOf(component, config);
    return [{ component, version, flags, span: root.keySpan, path: '' }];
  });
  return { format, document: index, name: root.string('metadata.name'), components, span: root.keySpan, path: '' };
}

function flagsOf(component: Component, config: Cursor): readonly WrittenFlag[] {
  const argumentsAt = new Map(Object.entries(facts.arguments)).get(component);
  const cursor = argumentsAt === undefined ? undefined : config.at(argumentsAt);
  return [
    ...(component === 'kube-apiserver' ? networksOf(config) : []),
    ...(cursor === undefined ? [] : flagsOfExtraArgs(cursor)),
    ...gatesOf(component, config),
  ];
}

/** None for a dual-stack cluster: its primary family depends on the addresses of the node, which are unknown. */
function networksOf(config: Cursor): readonly WrittenFlag[] {
  const network = config.at(facts.networks);
  if (network === undefined || config.at(facts.dualStack)?.scalar() === 'true') return [];
  return flagOfValue('service-cluster-ip-range', network);
}

/** `featureGates: [{ name: A, enabled: true, components: [kube-apiserver] }]`; by default all components. */
function gatesOf(component: Component, config: Cursor): readonly WrittenFlag[] {
  const list = config.at(facts.gates);
  if (list === undefined) return [];
  const settings = list.items().flatMap((item): readonly WrittenSetting[] => {
    const named = item.all('components[]').flatMap((cursor) => cursor.scalar() ?? []);
    const name = item.at('name');
    const enabled = item.at('enabled');
    const [source, state] = [name, enabled].map((cursor) => (cursor === undefined ? undefined : scalarText(cursor)));
    if (source === undefined || (named.length > 0 && !named.includes(component))) return [];
    const key = source.value;
    const value = state?.value ?? 'false';
    const { span, path } = source;
    return [
      {
        key,
        value,
        span,
        path,
        rewrite: (setting) => {
          if (setting.value !== value) return undefined;
          const edit = source.rewrite(0, key.length, setting.key);
          return edit === undefined ? undefined : [edit];
        },
        remove: () => {
          const edit = item.remove();
          return edit === undefined ? undefined : [edit];
        },
      },
    ];
  });
  if (settings.length === 0) return [];
  const value = settings.map(({ key, value: on }) => `${key}=${on}`).join(',');
  const { keySpan: span, path } = list;
  const noEdits = () => undefined;
  return [{ flag: 'feature-gates', nameSpan: span, value, span, path, settings, rewrite: noEdits, remove: noEdits }];
}
