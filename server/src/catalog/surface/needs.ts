import { formatGroupVersion } from '../../target/groupVersion.ts';
import type { TargetProblem } from '../../target/target.ts';
import type { NeededApi } from '../catalog.ts';
import type { GateState } from '../surface.ts';
import type { Enablement, InstalledKind } from './enablement.ts';
import { problem } from './problem.ts';

/** What follows from turning off APIs that the server itself uses. */
export interface UnmetNeeds {
  readonly problems: readonly TargetProblem[];
  readonly warnings: readonly string[];
}

/** Finds the APIs that the server needs, that it has installed, and that are turned off. */
export function unmetNeeds(
  needed: readonly NeededApi[],
  installed: readonly InstalledKind[],
  enablement: Enablement,
  gates: ReadonlyMap<string, GateState>,
): UnmetNeeds {
  const problems: TargetProblem[] = [];
  const warnings: string[] = [];
  for (const need of needed) {
    if (!need.gates.every((gate) => gates.get(gate)?.enabled === true)) continue;
    const kinds = installed.filter(
      ({ kind, resource }) =>
        kind.group === need.group &&
        kind.version === need.version &&
        (need.resource === undefined || need.resource === resource),
    );
    if (kinds.length === 0 || kinds.some(({ kind, resource }) => enablement.isOn(kind, resource))) continue;
    const name = formatGroupVersion(need) + (need.resource === undefined ? '' : `/${need.resource}`);
    const because =
      need.gates.length === 0 ? '' : ` while ${need.gates.join(' and ')} ${need.gates.length === 1 ? 'is' : 'are'} on`;
    if (need.without === 'refused') {
      const message = `kube-apiserver does not start without ${name}${because}`;
      problems.push(problem('runtime-config', name, message, `${name}=true, or leave it out`));
    } else {
      warnings.push(
        `kube-apiserver accepts these settings but never becomes ready: it needs ${name}${because}, which is off`,
      );
    }
  }
  return { problems, warnings };
}
