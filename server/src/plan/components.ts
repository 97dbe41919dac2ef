import { skewRange } from '../checks/skew.ts';
import { componentNamed } from '../sources/components.ts';
import type { ObservedComponent } from '../targets/observedComponent.ts';
import { type Minor, minor, parseMinor } from '../targets/version.ts';
import type { Step } from './plan.ts';

/** A component of a cluster whose version a step does not support. */
export interface ComponentConflict {
  readonly observed: ObservedComponent;
  /** `too old`: upgrade it before the step. `too new`: upgrade it after the step, or downgrade it with the step. */
  readonly word: 'too old' | 'too new';
  /**
   * The versions that the servers on both sides of the step support; if they have none in common, the server after it.
   */
  readonly oldest: Minor;
  readonly newest: Minor;
  /** Whether the server before the step does not support the version either. */
  readonly isAlready: boolean;
}

/** The components whose versions a step does not support, by the version skew policy (`checks/skew.ts`). */
export function componentConflicts(step: Step, all: readonly ObservedComponent[]): readonly ComponentConflict[] {
  return all.flatMap((observed): readonly ComponentConflict[] => {
    const component = componentNamed(observed.component);
    const componentMinor = parseMinor(observed.version);
    const range = step.skew.find((skew) => skew.component === component);
    if (component === undefined || componentMinor === undefined || range === undefined) return [];
    const { oldest, newest } = range.during.oldest > range.during.newest ? range : range.during;
    if (oldest <= componentMinor && componentMinor <= newest) return [];
    const before = skewRange(component, step.before.versions);
    return [
      {
        observed,
        word: componentMinor < oldest ? 'too old' : 'too new',
        oldest: minor(Math.max(0, oldest)),
        newest: minor(Math.max(0, newest)),
        isAlready: before !== undefined && (componentMinor < before.oldest || before.newest < componentMinor),
      },
    ];
  });
}
