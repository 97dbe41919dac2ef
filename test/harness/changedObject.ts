import { analyze } from '../../server/src/analyze.ts';
import { oldObjectsOf } from '../../server/src/update/oldObjects.ts';
import type { Operation } from '../../server/src/update/writer.ts';
import { inputs } from './inputs.ts';
import { surfaceOf } from './surfaces.ts';

/** The findings on a change of a stored object, as `CONSEQUENCE PATH: MESSAGE`. */
export function messagesFor(
  stored: object,
  next: object,
  operation: Operation,
  surface = surfaceOf('1.37'),
): readonly string[] {
  const old = oldObjectsOf([{ path: 'old.json', text: JSON.stringify(stored) }], operation);
  const { resources } = analyze(JSON.stringify(next), inputs('new.json', [surface], { stored: old, earlier: old }));
  return resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) =>
      findings.map(({ consequence, path, message }) => `${consequence} ${path}: ${message}`),
    ),
  );
}
