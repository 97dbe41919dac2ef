import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import type { FileInputs } from '../../server/src/judge/fileInputs.ts';
import { inputsAlone } from '../../server/src/judge/inputsAlone.ts';

/** The day of tests that do not care which it is, by which comments ignore findings. */
export const someDay = '2026-01-01';

/** What a text is judged with that lies nowhere, but for `given`. */
export function inputs(file: string, surfaces: readonly ApiSurface[], given: Partial<FileInputs> = {}): FileInputs {
  return { ...inputsAlone(file, surfaces, someDay), ...given };
}
