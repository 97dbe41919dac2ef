import type { Finding } from '../finding.ts';
import { valueAtSteps } from '../manifest/lookup.ts';
import type { Node } from '../manifest/node.ts';
import { staysWhenLeftOut } from './leftOut.ts';
import type { OldObject } from './oldObjects.ts';
import { groupKind } from './rules.ts';

/** Whether a finding is about a missing field that an apply keeps from the stored object. */
export function isKeptFromStored({ path, consequence, code }: Finding, now: Node, old: OldObject): boolean {
  if (old.operation === 'replace' || consequence !== 'invalid' || code === 'immutable-field') return false;
  const steps = stepsOf(path);
  if (steps.length === 0 || valueAtSteps(now, steps) !== undefined) return false;
  if (isStoredFromText(steps, old)) return true;
  return valueAtSteps(old.resource.root, steps) !== undefined && staysWhenLeftOut(old)(steps);
}

/**
 * Whether a key of a Secret's `data` came from `stringData`. The server copies it without an owner, so no apply removes
 * it (`Convert_v1_Secret_To_core_Secret`, k8s.io/kubernetes pkg/apis/core/v1/conversion.go).
 */
function isStoredFromText([field, ...key]: readonly string[], { resource }: OldObject): boolean {
  if (field !== 'data' || groupKind(resource) !== 'Secret') return false;
  return valueAtSteps(resource.root, ['stringData', ...key]) !== undefined;
}

/** `spec.containers[0].name` and `data[a.b]` as steps. */
function stepsOf(path: string): readonly string[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^.[]+)/g)].map(([, key, name]) => key ?? name ?? '');
}
