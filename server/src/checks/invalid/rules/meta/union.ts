import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

/** Exactly one member of a union must be there: `+k8s:unionMember`. */
export function validateUnion(owner: Value, members: readonly string[], errors: ErrorList): void {
  const count = members.filter((member) => owner.has(member)).length;
  const all = members.map((member) => `\`${member}\``).join(', ');
  if (count === 0) errors.invalid(owner, `must specify one of: ${all}`, '');
  if (count > 1) errors.invalid(owner, `must specify exactly one of: ${all}`);
}
