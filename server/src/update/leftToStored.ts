import type { Finding } from '../finding.ts';
import type { Node } from '../manifest/node.ts';
import { staysWhenLeftOut } from './leftOut.ts';
import type { OldObject } from './oldObjects.ts';
import { valueAtSteps } from './values.ts';

/** Whether an apply has what a finding misses from the stored object: a field that stays where the manifest leaves it out. */
export function isLeftToStored({ path, consequence, code }: Finding, now: Node, old: OldObject): boolean {
  if (old.operation === 'update' || consequence !== 'invalid' || code === 'immutable-field') return false;
  const steps = stepsOf(path);
  if (steps.length === 0 || valueAtSteps(now, steps) !== undefined) return false;
  return valueAtSteps(old.resource.root, steps) !== undefined && staysWhenLeftOut(old)(steps);
}

/** `spec.containers[0].name` and `data[a.b]` as steps. */
function stepsOf(path: string): readonly string[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^.[]+)/g)].map(([, key, name]) => key ?? name ?? '');
}
