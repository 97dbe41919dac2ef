import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import type { AdmissionConfiguration } from '../targets/admissionConfiguration.ts';
import { componentNamed } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag } from './description.ts';
import { flagOfValues, flagsOfArguments } from './flags.ts';
import { k3sOptions } from './k3sWords.ts';
import type { TargetSource } from './source.ts';

/**
 * Configuration files of k3s and RKE2: keys such as `kube-apiserver-arg`, one value or a list. They contain no version.
 */
export const k3s: TargetSource = {
  reads: ({ kind }) => kind === '',
  read({ root, index }): readonly DescribedCluster[] {
    if (root.node.kind !== 'map' || root.at('kind') !== undefined) return [];
    const components = root.entries().flatMap((entry) => componentOf(entry) ?? []);
    const options = root.entries().flatMap(optionOf);
    if (components.length + options.length === 0) return [];
    const at = components.findIndex(({ component }) => component === 'kube-apiserver');
    const server = components[at];
    if (server !== undefined) components[at] = { ...server, flags: [...options, ...server.flags] };
    else if (options.length > 0) components.push(serverOf(options, root));
    const profile = profileOf(root);
    const described = components.map((component) =>
      component.component === 'kube-apiserver' && profile !== undefined
        ? { ...component, admission: profile }
        : component,
    );
    const format = 'k3s or RKE2 configuration';
    return [{ format, document: index, name: undefined, components: described, span: root.keySpan, path: '' }];
  },
};

/** A key that ends in `+` extends the values of other files in `config.yaml.d`. */
function componentOf(entry: Cursor): DescribedComponent | undefined {
  const component = componentNamed(names.get(entry.key.replace(/\+$/, '')) ?? '');
  if (component === undefined) return undefined;
  const { keySpan: span, path } = entry;
  return { component, version: undefined, flags: flagsOfArguments(entry), span, path };
}

/** An option of the program that becomes a flag of the API server. */
function optionOf(entry: Cursor): readonly WrittenFlag[] {
  const flag = k3sOptions.get(entry.key.replace(/\+$/, ''));
  if (flag === undefined) return [];
  return flagOfValues(flag, entry.node.kind === 'list' ? entry.items() : [entry], entry);
}

/** The admission settings of a CIS profile; a named configuration file replaces them. */
function profileOf(root: Cursor): AdmissionConfiguration | undefined {
  const { key, begins, defaults, namespaces } = sources.k3s.profile;
  const name = root.string(key);
  if (name?.startsWith(begins) !== true) return undefined;
  const podSecurity = { defaults, namespaces, usernames: [], runtimeClasses: [] };
  return { settings: { file: `${key}: ${name}`, podSecurity } };
}

function serverOf(flags: readonly WrittenFlag[], root: Cursor): DescribedComponent {
  return { component: 'kube-apiserver', version: undefined, flags, span: root.keySpan, path: '' };
}

const names: ReadonlyMap<string, string> = new Map(Object.entries(sources.k3s.arguments));
