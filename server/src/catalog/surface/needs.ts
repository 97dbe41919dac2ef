import { formatGroupVersion } from '../../targets/groupVersion.ts';
import type { TargetProblem } from '../../targets/target.ts';
import type { NeededApi } from '../catalog.ts';
import type { GateState } from '../surface.ts';
import type { InstalledKind } from './enablement.ts';
import { removeSetting, targetProblem } from './problem.ts';

/** The consequence of missing APIs that the server itself uses. */
export interface UnmetNeeds {
  readonly problems: readonly TargetProblem[];
  readonly warnings: readonly string[];
}

/**
 * Finds the APIs that the server uses at run time and its binary has, but that are not served at all.
 *
 * @param isPluginOn whether the server runs an admission plugin.
 */
export function unmetNeeds(
  needed: readonly NeededApi[],
  installed: readonly InstalledKind[],
  served: readonly InstalledKind[],
  gates: ReadonlyMap<string, GateState>,
  isPluginOn: (plugin: string) => boolean,
): UnmetNeeds {
  const problems: TargetProblem[] = [];
  const warnings: string[] = [];
  for (const need of needed) {
    if (!need.gates.every((gate) => gates.get(gate)?.enabled === true)) continue;
    const plugins = need.plugins.filter(isPluginOn);
    if (need.plugins.length > 0 && plugins.length === 0) continue;
    const isNeeded = ({ kind, resource }: InstalledKind) =>
      kind.group === need.group &&
      kind.version === need.version &&
      (need.resource === undefined || need.resource === resource);
    if (!installed.some(isNeeded) || served.some(isNeeded)) continue;
    const name = formatGroupVersion(need) + (need.resource === undefined ? '' : `/${need.resource}`);
    const causes = [...new Set([...need.gates, ...plugins])];
    const are = causes.length === 1 ? 'is' : 'are';
    const because = causes.length === 0 ? '' : ` while ${causes.join(' and ')} ${are} on`;
    if (need.without === 'refused') {
      const message = `kube-apiserver does not start without ${name}${because}`;
      problems.push(targetProblem('runtime-config', name, message, `${name}=true, or leave it out`, [removeSetting]));
    } else {
      warnings.push(
        `kube-apiserver accepts these settings but never becomes ready: it needs ${name}${because}, which is not served`,
      );
    }
  }
  return { problems, warnings };
}
