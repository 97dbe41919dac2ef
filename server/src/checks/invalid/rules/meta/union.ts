import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

/** Exactly one member of a union must be there: `+k8s:unionMember`. */
export function validateUnion(owner: Value, members: readonly string[], errors: ErrorList): void {
  const present = members.filter((member) => owner.has(member));
  const all = members.map((member) => `\`${member}\``).join(', ');
  if (present.length === 0) errors.invalid(owner, `must specify one of: ${all}`, '');
  if (present.length > 1) errors.invalid(owner, `must specify exactly one of: ${all}`, `{${present.join(', ')}}`);
}
