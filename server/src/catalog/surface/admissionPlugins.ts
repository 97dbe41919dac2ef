import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { Target, TargetFlag, TargetProblem } from '../../targets/target.ts';
import { factMinor, type Minor } from '../../targets/version.ts';
import { nearest } from '../../text/nearest.ts';
import type { GateState } from '../surface.ts';
import { removeSetting, targetProblem } from './problem.ts';

const { offByDefault: facts, placement } = table;

/** The names of the admission plugins that binaries have, on by default or not. */
export const knownPlugins: readonly string[] = [...table.plugins.map(({ name }) => name), ...facts.names];

/**
 * Whether plugins of a target use Namespaces without labels that concern them: its AdmissionConfiguration sets
 * defaults for these, or it runs such a plugin.
 */
export function usesNamespaces({ admissionConfiguration, enabledAdmissionPlugins = [] }: Target): boolean {
  return (
    admissionConfiguration !== undefined || placement.plugins.some((name) => enabledAdmissionPlugins.includes(name))
  );
}

/** The plugins that a binary runs by default, regardless of gates. */
export function defaultPlugins(binary: Minor): readonly string[] {
  const rows: readonly { readonly name: string; readonly since: string; readonly until?: string }[] = table.plugins;
  return rows
    .filter(({ since, until }) => factMinor(since) <= binary && (until === undefined || binary <= factMinor(until)))
    .map(({ name }) => name);
}

/**
 * Whether a server runs an admission plugin: it is on by default or by `--enable-admission-plugins`, and its gate is on.
 * Source: k8s.io/apiserver pkg/server/options/admission.go, enabledPluginNames.
 */
export function runsPlugin(target: Target, gates: ReadonlyMap<string, GateState>, name: string): boolean {
  const { enabledAdmissionPlugins: enabled = [], disabledAdmissionPlugins: disabled = [] } = target;
  if (!enabled.includes(name) && (disabled.includes(name) || !defaultPlugins(target.binary).includes(name)))
    return false;
  const rows: readonly { readonly name: string; readonly gate?: string }[] = table.plugins;
  const gate = rows.find((plugin) => plugin.name === name)?.gate;
  // Gates of plugins were removed with the feature on.
  return gate === undefined || gates.get(gate)?.enabled !== false;
}

/** The plugins that a flag of a binary may name: those that it does not run by default, or those that it does. */
export function pluginsOf(flag: TargetFlag, binary: Minor): readonly string[] {
  const names = flag === 'enable-admission-plugins' ? facts.names : defaultPlugins(binary);
  return names.toSorted();
}

/** Whether a binary may have an admission plugin of this name; true if unknown. */
export function mayHavePlugin(name: string, binary: Minor): boolean {
  return binary < factMinor(facts.since) || knownPlugins.includes(name) || /[./]/.test(name);
}

/**
 * Why a server refuses the enabled and disabled plugins. Servers of a provider are not checked: they may have
 * additional plugins. Source: AdmissionOptions.Validate in k8s.io/apiserver/pkg/server/options/admission.go.
 */
export function pluginProblems(target: Target): readonly TargetProblem[] {
  if (target.managedBy !== undefined) return [];
  const { enabledAdmissionPlugins: enabled = [], disabledAdmissionPlugins: disabled = [] } = target;
  const unknown = (flag: TargetFlag, names: readonly string[]) =>
    names
      .filter((name) => !mayHavePlugin(name, target.binary))
      .map((name) => {
        const near = nearest(name, knownPlugins, 1)[0];
        const allowed = near === undefined ? 'a plugin that the binary has' : `${near} (did you mean this?)`;
        return targetProblem(flag, name, `${flag} plugin "${name}" is unknown`, allowed, [removeSetting]);
      });
  const both = [...new Set(enabled)].filter((name) => disabled.includes(name)).sort();
  const message = `[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`;
  return [
    ...unknown('enable-admission-plugins', enabled),
    ...unknown('disable-admission-plugins', disabled),
    ...(both.length === 0
      ? []
      : [
          targetProblem('enable-admission-plugins', both.join(','), message, 'each plugin in one of the flags', [
            removeSetting,
          ]),
        ]),
  ];
}
