import { equals } from '../../cel/compare.ts';
import type { CelMap, CelValue } from '../../cel/values.ts';
import { indexIn, isIndex } from '../../manifest/jsonPointer.ts';
import type { MapNode, Node } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import { Document, type ObjectPart } from './document.ts';
import { misnamedObjects, nodeOf, scalarValueOf } from './written.ts';

/** The result of a patch: the same root if nothing changes; `unknown` if only the server knows it. */
export type Patched = { readonly root: MapNode } | { readonly error: string } | 'unknown';

/**
 * An object after the operations of a JSON patch.
 *
 * @param operations the `JSONPatch` objects that an expression returned.
 * @param view returns an object as expressions see it, completed by the server.
 * @param span the span of all written values.
 *
 * Source: k8s.io/apiserver pkg/admission/plugin/policy/mutating/patch/json_patch.go, gopkg.in/evanphx/json-patch.v4.
 */
export function patchedByJson(
  root: MapNode,
  operations: readonly CelValue[],
  view: (root: MapNode) => CelValue | undefined,
  span: Span,
): Patched {
  const document = new Document(root, view);
  for (const operation of operations) {
    if (operation.type !== 'map') return 'unknown';
    const outcome = apply(document, operation, span);
    if (outcome === 'test failed') return { root };
    if (outcome === 'unknown' || typeof outcome === 'object') return outcome;
  }
  return { root: document.root };
}

type Outcome = 'done' | 'test failed' | 'unknown' | { readonly error: string };

function apply(document: Document, operation: CelMap, span: Span): Outcome {
  const [op, path, from] = ['op', 'path', 'from'].map((name) => textOf(operation, name));
  const value = operation.entries.get('svalue')?.[1];
  // The server checks a struct on its own, by its own type name.
  const [misnamed] = value?.type === 'map' && value.struct !== undefined ? misnamedObjects(value, value.struct) : [];
  if (misnamed !== undefined) return { error: `type mismatch: ${misnamed}` };
  const failed = (words: string): Outcome => ({ error: `JSON Patch: ${words}` });
  if (op === undefined || path === undefined) return 'unknown';
  switch (op) {
    case 'add':
    case 'replace': {
      const node = value && nodeOf(value, span);
      // An operation without a value writes null, which removes the field.
      if (node === undefined) return 'unknown';
      return op === 'add' ? put(document, path, node, 'add', failed) : replace(document, path, node, failed);
    }
    case 'remove':
      return remove(document, path, 'remove', failed);
    case 'test':
      return test(document, path, value, failed);
    case 'copy':
    case 'move':
      return carry(document, op, from ?? '', path, failed);
    default:
      return failed(`Unexpected kind: ${op}`);
  }
}

type Fail = (words: string) => Outcome;

function put(document: Document, path: string, node: Node, op: string, failed: Fail): Outcome {
  const owner = document.ownerOf(path);
  if (owner === 'unknown') return 'unknown';
  if (owner === undefined) return failed(missing(op, path));
  const { parent, key } = owner;
  if (parent.node?.kind !== 'list') {
    document.write(owner, node);
    return 'done';
  }
  const count = parent.node.items.length;
  // The server appends to the manifest's list.
  const index = key === '-' ? count : indexIn(key, count + 1);
  if (index === undefined)
    return !isKnown(parent) ? 'unknown' : failed(`error in ${op} for path: '${path}': ${badIndex(key)}`);
  document.insert(owner, index, node);
  return 'done';
}

function replace(document: Document, path: string, node: Node, failed: Fail): Outcome {
  const owner = document.ownerOf(path);
  if (owner === 'unknown') return 'unknown';
  if (owner === undefined)
    return failed(`replace operation does not apply: doc is missing path: ${path}: missing value`);
  const { parent, key } = owner;
  if (parent.node?.kind !== 'list') {
    document.write(owner, node);
    return 'done';
  }
  const index = indexIn(key, parent.node.items.length);
  if (index === undefined) {
    return !isKnown(parent)
      ? 'unknown'
      : failed(`replace operation does not apply: doc is missing key: ${path}: missing value`);
  }
  document.write({ ...owner, key: String(index) }, node);
  return 'done';
}

function remove(document: Document, path: string, op: string, failed: Fail): Outcome {
  const owner = document.ownerOf(path);
  if (owner === 'unknown') return 'unknown';
  if (owner === undefined) return failed(missing(op, path));
  const { parent, key } = owner;
  if (parent.node?.kind === 'list') {
    const index = indexIn(key, parent.node.items.length);
    if (index === undefined)
      return !isKnown(parent) ? 'unknown' : failed(`error in ${op} for path: '${path}': ${badIndex(key)}`);
    document.remove({ ...owner, key: String(index) });
    return 'done';
  }
  const found = document.at(parent, key);
  if (found === 'unknown') return 'unknown';
  if (found === undefined) {
    return failed(`error in ${op} for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`);
  }
  // The server sets the default again, or keeps the value that it writes itself.
  if (found.node === undefined) return 'done';
  document.remove(owner);
  return 'done';
}

function test(document: Document, path: string, value: CelValue | undefined, failed: Fail): Outcome {
  const owner = document.ownerOf(path);
  if (owner === 'unknown' || value === undefined) return 'unknown';
  if (owner === undefined) return failed(`test operation does not apply: is missing path: ${path}: missing value`);
  const found = document.at(owner.parent, owner.key);
  if (found === 'unknown') return 'unknown';
  if (found === undefined) {
    if (owner.parent.node?.kind === 'list') return 'unknown';
    return 'test failed';
  }
  const known = found.value ?? scalarValueOf(found.node);
  const same = known === undefined ? undefined : equals(known, value);
  if (same === undefined) return 'unknown';
  return same ? 'done' : 'test failed';
}

function carry(document: Document, op: 'copy' | 'move', from: string, path: string, failed: Fail): Outcome {
  const owner = document.ownerOf(from);
  if (owner === 'unknown') return 'unknown';
  if (owner === undefined)
    return failed(`${op} operation does not apply: doc is missing from path: ${from}: missing value`);
  const found = document.at(owner.parent, owner.key);
  // The value that the server wrote is unknown, and so is whether it is complete.
  if (found === 'unknown' || found?.node === undefined || !isWhole(found)) return 'unknown';
  if (op === 'move') {
    const removed = remove(document, from, op, failed);
    if (removed !== 'done') return removed;
  }
  return put(document, path, found.node, op, failed);
}

/** Whether a list has only items from the manifest or a patch. */
function isKnown({ value, isExact }: ObjectPart): boolean {
  return isExact || value !== undefined;
}

/** Whether a part has only content from the manifest or a patch. */
function isWhole({ node, value, isExact }: ObjectPart): boolean {
  return isExact || node?.kind === 'scalar' || (value !== undefined && isClosed(value));
}

function isClosed(value: CelValue): boolean {
  if (value.type === 'list') return value.items.every(isClosed);
  return (
    value.type !== 'map' || (value.partial !== true && [...value.entries.values()].every(([, each]) => isClosed(each)))
  );
}

function missing(op: string, path: string): string {
  return op === 'add' || op === 'remove'
    ? `${op} operation does not apply: doc is missing path: "${path}": missing value`
    : `${op} operation does not apply: doc is missing destination path: ${path}: missing value`;
}

function badIndex(key: string): string {
  return isIndex(key)
    ? `Unable to access invalid index: ${Number(key)}: invalid index referenced`
    : `value was not a proper array index: '${key}': strconv.Atoi: parsing "${key}": invalid syntax`;
}

function textOf(operation: CelMap, name: string): string | undefined {
  const value = operation.entries.get(`s${name}`)?.[1];
  return value?.type === 'string' ? value.value : undefined;
}
