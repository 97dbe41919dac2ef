import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { shape } from '../../test/conformance/judge.ts';
import type { StoredRow } from '../../test/recorded/applies/askStored.ts';
import { refusalsOf } from '../../test/recorded/applies/refusals.ts';
import type { Disagreement } from './disagreements.ts';

/** The disagreements on an apply and a PUT over a stored object. */
export function compareUpdate(row: StoredRow, surface: ApiSurface, setting: string): readonly Disagreement[] {
  return (['apply', 'update'] as const).flatMap((operation): Disagreement[] => {
    const { status, message = '', causes = [] } = row[operation];
    const isRefused = status === 422 || status === 400;
    // Other statuses are about other objects, or internal errors.
    if (!isRefused && status !== 200) return [];
    const found = refusalsOf(row, operation, surface);
    if (isRefused === found.length > 0) return [];
    const kind = String(row.manifest['kind']);
    const [first] = found;
    const [cause] = causes;
    const path = first?.path ?? (Array.isArray(cause) ? String(cause[0]) : '');
    const rule = isRefused ? `${operation} is not refused` : `${operation} is refused wrongly ${first?.code ?? ''}`;
    const detail = `${first?.message ?? message}\n${JSON.stringify(row)}`;
    return [{ rule, about: `${kind} ${shape(path)}`, detail, setting, isFalseAlarm: !isRefused }];
  });
}
