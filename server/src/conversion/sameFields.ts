import type { ShapeChange } from '../catalog/conversionFacts.ts';

/** Whether two versions of a kind have the same fields with the same types and values, except for their status. */
export function hasSameFields({ removed, added, nowRequired, noLongerRequired, types, enums }: ShapeChange): boolean {
  const paths = [...removed, ...added, ...nowRequired, ...noLongerRequired, ...[...types, ...enums].map(([path]) => path)];
  return paths.every((path) => path === 'status' || path.startsWith('status.'));
}
