import { resolve } from '../../server/src/catalog/resolve.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { parseTargetExpression } from '../../server/src/targets/expression.ts';
import { withTargetCrds } from '../../server/src/workspace/settings/targetCrds.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';

const surfaces = new Map<string, ApiSurface>();

/** The surface of a target expression, resolved once per run. Throws if the server would refuse to start. */
export function surfaceOf(expression: string): ApiSurface {
  const known = surfaces.get(expression);
  if (known !== undefined) return known;
  const parsed = parseTargetExpression(expression);
  if (!parsed.ok) throw new Error(`${expression}: ${parsed.problems.map(({ message }) => message).join('; ')}`);
  const resolved = resolve(expression, parsed.target, readCatalog());
  if (!resolved.ok) throw new Error(`${expression}: ${resolved.problems.map(({ message }) => message).join('; ')}`);
  const surface = withTargetCrds(resolved.surface);
  surfaces.set(expression, surface);
  return surface;
}
