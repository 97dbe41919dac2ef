import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { type Component, componentNamed } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag, WrittenText } from './description.ts';
import { flagOfValue } from './flags.ts';
import type { TargetSource } from './source.ts';
import { textAt } from './writtenVersion.ts';

/** A profile's `config.json`, and the settings that `minikube config set` keeps. */
export const minikube: TargetSource = {
  reads: ({ kind }) => kind === '',
  read({ root, index }): readonly DescribedCluster[] {
    const profile = root.at('KubernetesConfig');
    if (profile?.at('KubernetesVersion') !== undefined) {
      const version = textAt(profile.at('KubernetesVersion'));
      const gates = profile.at('FeatureGates');
      const extra = (component: Component) => [
        ...(component === 'kube-apiserver' ? networkFlags(profile) : []),
        ...extraFlags(component, profile),
      ];
      return [cluster(root, index, root.string('Name'), version, gates, extra)];
    }
    if (!isSettings(root)) return [];
    const gates = root.at('feature-gates');
    return [cluster(root, index, undefined, textAt(root.at('kubernetes-version')), gates, () => [])];
  },
};

function cluster(
  root: Cursor,
  index: number,
  name: string | undefined,
  version: WrittenText | undefined,
  gates: Cursor | undefined,
  extra: (component: Component) => readonly WrittenFlag[],
): DescribedCluster {
  const gateFlags = gates === undefined || gates.scalar() === '' ? [] : flagOfValue('feature-gates', gates);
  const components = [...names.values()].flatMap((known): readonly DescribedComponent[] => {
    const component = componentNamed(known);
    if (component === undefined) return [];
    return [{ component, version, flags: [...gateFlags, ...extra(component)], span: root.keySpan, path: '' }];
  });
  return { format: 'minikube configuration', document: index, name, components, span: root.keySpan, path: '' };
}

function networkFlags(profile: Cursor): readonly WrittenFlag[] {
  const network = profile.at(sources.minikube.networks);
  return network === undefined || network.scalar() === '' ? [] : flagOfValue('service-cluster-ip-range', network);
}

/** `ExtraOptions: [{"Component": "apiserver", "Key": "runtime-config", "Value": "api/beta=true"}]`. */
function extraFlags(component: Component, profile: Cursor): readonly WrittenFlag[] {
  return profile.all('ExtraOptions[]').flatMap((option) => {
    const key = option.string('Key');
    const value = option.at('Value');
    const nameSpan = option.at('Key')?.node ?? option.keySpan;
    const named = names.get(option.string('Component') ?? '');
    return key === undefined || value === undefined || named !== component
      ? []
      : flagOfValue(key, value, { whole: option, nameSpan });
  });
}

/** Whether a file has only settings of minikube; any other key means another format. */
function isSettings(root: Cursor): boolean {
  const entries = root.entries();
  return root.at('kubernetes-version') !== undefined && entries.every(({ key }) => settings.has(key));
}

const names: ReadonlyMap<string, string> = new Map(Object.entries(sources.minikube.components));
const settings: ReadonlySet<string> = new Set(sources.minikube.settings);
