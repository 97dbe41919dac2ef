import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import type { Finding } from '../../../server/src/finding.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { inputs } from '../../harness/inputs.ts';

/** The requests of a recording: an apply, which is server-side, and an update (PUT). */
export type AskedOperation = 'apply' | 'update';

/** How we call these. */
export const operationOf = { apply: 'apply', update: 'replace' } as const;

const rejecting: ReadonlySet<string> = new Set(['invalid', 'undecodable', 'unknown-field', 'duplicate-field']);

/** The refused fields that are found in an object that is applied or put over a stored one. */
export function refusalsOf(
  row: { readonly manifest: object; readonly stored: object; readonly next?: object },
  operation: AskedOperation,
  surface: ApiSurface,
): readonly Finding[] {
  const stored = oldObjectsOf([{ path: 'old.json', text: JSON.stringify(row.stored) }], operationOf[operation]);
  const text = JSON.stringify(row.next ?? row.manifest);
  const { resources, documentFindings } = analyze(text, inputs('new.json', [surface], { stored, earlier: stored }));
  const all = resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings));
  return [...documentFindings.map(({ finding }) => finding), ...all].filter(({ consequence }) =>
    rejecting.has(consequence),
  );
}
