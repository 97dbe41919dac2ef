import table from '../../../data/authored/admission.json' with { type: 'json' };
import { unmeasured } from '../../catalog/measuredDefaults.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { pathSteps } from '../../manifest/lookup.ts';
import { type MapNode, type Node, valueFor } from '../../manifest/node.ts';
import type { DraftMap } from '../../manifest/reconcile/draft.ts';
import type { PathSteps } from '../../text/fieldPath.ts';
import { isWithheld } from './conditionalDefaults.ts';
import { dependentDefaults } from './dependentDefaults.ts';
import { fillIn } from './fillIn.ts';
import { defaultsLeftOut } from './omittedDefaults.ts';

const { podsOnly } = table;

/**
 * Fills in the defaults of the fields that an object of a built-in kind omits.
 *
 * @param root the object of the draft, without the fields that Go does not distinguish from absent ones.
 * @returns the paths with uncertain defaults; they are left out.
 */
export function defaultsInto(
  draft: DraftMap,
  root: MapNode,
  served: ServedResource,
  surface: ApiSurface,
): readonly string[] {
  const uncertain: string[] = [];
  for (const { steps, value } of dependentDefaults(root, served, surface)) fillIn(draft, steps, value);
  for (const { path, value } of defaultsLeftOut(root, served, surface)) {
    if (served.kind !== 'Pod' && podsOnly.paths.some((suffix) => path.endsWith(`.${suffix}`))) continue;
    if (isWithheld(`${served.group}/${served.kind}`, path, root)) continue;
    const steps = stepsIn(root, path);
    if (value === unmeasured) uncertain.push(path);
    else fillIn(draft, steps, value);
  }
  return uncertain.filter((path) => !hasValueAt(draft, stepsIn(root, path)));
}

/** Whether a draft has a value at these steps. */
export function hasValueAt(draft: DraftMap, steps: PathSteps): boolean {
  let at: ReturnType<DraftMap['get']> = draft;
  for (const step of steps) {
    if (at === undefined || at.kind === 'scalar') return false;
    at = at.kind === 'list' ? at.items[Number(step)] : at.get(String(step));
  }
  return at !== undefined;
}

/** The steps of a path; a bracketed step is an index in a list. */
export function stepsIn(root: MapNode, path: string): PathSteps {
  let at: Node | undefined = root;
  return pathSteps(path).map((step) => {
    const isIndex: boolean = at?.kind === 'list' && /^\d+$/.test(step);
    at = at?.kind === 'map' ? valueFor(at, step) : at?.kind === 'list' ? at.items[Number(step)] : undefined;
    return isIndex ? Number(step) : step;
  });
}
