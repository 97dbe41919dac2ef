import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import type { FileInputs } from '../../server/src/judge/fileInputs.ts';
import { inputsWithoutContext } from '../../server/src/judge/inputsWithoutContext.ts';

/** The date of tests that do not depend on it, for suppression comments. */
export const fixedDay = '2026-01-01';

/** The inputs of a text without a location, except for `given`. */
export function inputs(file: string, surfaces: readonly ApiSurface[], given: Partial<FileInputs> = {}): FileInputs {
  return { ...inputsWithoutContext(file, surfaces, fixedDay), ...given };
}
