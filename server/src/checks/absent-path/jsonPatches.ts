import { resourcesSeenBy, writesInto } from '../../kustomize/assemble.ts';
import type { Assembled, AssembledResource, PossibleWrite } from '../../kustomize/assembled.ts';
import type { JsonPatch } from '../../kustomize/jsonPatches.ts';
import { type JsonPatchOperation, operationsOf } from '../../kustomize/jsonPatchOperations.ts';
import { lookUpPointer } from '../../kustomize/lookUp.ts';
import { mayHaveWritten } from '../../kustomize/possibleWrites.ts';
import { matchOf } from '../../kustomize/resourceSelector.ts';
import { isIndex, type JsonPointer } from '../../manifest/jsonPointer.ts';
import { isNull, type Node } from '../../manifest/node.ts';
import type { AbsentPath } from './absent.ts';

/** The required part of a pointer: all of it, or all but its last step, which in a list is checked as well. */
type Needed = 'all' | 'parent' | 'place';

/**
 * The first operation of a JSON patch that cannot be applied to a resource of the kustomization, because a required
 * value is certainly absent.
 *
 * Source: add, remove, replace, move, copy and test in `patch.go` of gopkg.in/evanphx/json-patch.v4.
 */
export function absentForPatch(patch: JsonPatch, assembled: Assembled): AbsentPath | undefined {
  const selector = patch.target?.selector;
  if (selector === undefined) return undefined;
  for (const resource of resourcesSeenBy(assembled, patch.entry).resources) {
    if (resource.root === undefined || matchOf(selector, resource) !== 'yes') continue;
    const writes = [...resource.writes, ...writesInto(resource, assembled.ownWrites, patch.entry)];
    const absent = firstAbsent(patch, resource, resource.root, writes);
    if (absent !== undefined) return absent;
  }
  return undefined;
}

function firstAbsent(
  patch: JsonPatch,
  resource: AssembledResource,
  root: Node,
  before: readonly PossibleWrite[],
): AbsentPath | undefined {
  const writes = [...before];
  for (const operation of operationsOf(patch.root, patch.text)) {
    for (const [field, needed] of needs(operation)) {
      const pointer = operation[field];
      const step = pointer && missingStep(root, pointer, needed, writes);
      if (pointer === undefined || step === undefined) continue;
      return {
        resource,
        path: `${patch.path}[${operation.index}].${field}`,
        span: pointer.segments[step]?.span ?? pointer.node,
        step: pointer.segments[step]?.name ?? '',
        written: pointer.text,
      };
    }
    const { op, path, value } = operation;
    if (path === undefined || op === 'remove' || op === 'test') continue;
    const at = path.segments.map(({ name }) => name);
    writes.push({ at, value: op === 'add' || op === 'replace' ? value : undefined });
  }
  return undefined;
}

function needs({ op, value }: JsonPatchOperation): readonly (readonly ['path' | 'from', Needed])[] {
  switch (op) {
    case 'add':
      return [['path', 'place']];
    case 'remove':
      return [['path', 'all']];
    case 'replace':
      return [['path', 'parent']];
    case 'move':
      return [
        ['from', 'all'],
        ['path', 'place'],
      ];
    case 'copy':
      return [
        ['from', 'parent'],
        ['path', 'place'],
      ];
    case 'test':
      return [['path', value === undefined || isNull(value) ? 'parent' : 'all']];
    default:
      return [];
  }
}

function missingStep(
  root: Node,
  { segments }: JsonPointer,
  needed: Needed,
  writes: readonly PossibleWrite[],
): number | undefined {
  const names = segments.map(({ name }) => name);
  const last = names.length - 1;
  if (last < 0) return undefined;
  const found = lookUpPointer(root, names);
  if (found === 'unknown' || found === 'there') return undefined;
  const { step, why, inside } = found;
  // Kustomize adds internal annotations during a build.
  if (step === 1 && names[0] === 'metadata' && names[1] === 'annotations') return undefined;
  if (step === last && needed !== 'all' && inside.kind !== 'scalar') {
    if (inside.kind === 'map') return undefined;
    if (needed === 'place' && (names[last] === '-' || names[last] === String(inside.items.length))) return undefined;
    if (needed === 'place' && isIndex(names[last] ?? '') && Number(names[last]) <= inside.items.length)
      return undefined;
  }
  const mayBe = writes.some(
    (write) =>
      mayHaveWritten(write, names.slice(0, step + 1)) ||
      (why === 'shape' && mayHaveWritten(write, names.slice(0, step))),
  );
  return mayBe ? undefined : step;
}
