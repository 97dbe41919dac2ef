/**
 * How a manifest changes a stored object. `replace` (PUT) puts it in the object's place. `client-side-apply` is the patch
 * that kubectl computes with its last-applied annotation, `server-side-apply` the server's merge by field managers;
 * `apply` is one of the two.
 */
export type Operation = 'replace' | 'client-side-apply' | 'server-side-apply' | 'apply';

/** Who writes an object, as far as that is known. */
export interface Writer {
  /** `create` only creates: nothing is applied. */
  readonly operation: Operation | 'create';
  /** What says so, as in "the Flux Kustomization apps"; undefined if the user does. */
  readonly by: string | undefined;
  /** The name in managedFields; undefined if unknown. */
  readonly manager: string | undefined;
  /** Whether it takes over the fields of other managers instead of failing with a conflict; undefined if unknown. */
  readonly forces: boolean | undefined;
}

/** Whether an operation merges into a stored object. */
export function isApply(operation: Operation | 'create' | undefined): boolean {
  return operation !== undefined && operation !== 'create' && operation !== 'replace';
}
