import type { ApiSurface } from '../catalog/surface.ts';
import { noPolicy } from '../config/severity.ts';
import { noContext } from '../kustomize/fileContext.ts';
import { noBuilds } from './addedFinding.ts';
import type { FileInputs } from './fileInputs.ts';

/**
 * The inputs of a text without a location or surrounding files.
 *
 * @param file the name that file types depend on.
 */
export function inputsWithoutContext(file: string, surfaces: readonly ApiSurface[], today: string): FileInputs {
  return {
    path: undefined,
    file,
    surfaces,
    severity: noPolicy,
    releases: [],
    addons: [],
    context: noContext,
    chart: undefined,
    off: undefined,
    rendered: undefined,
    showsUnrendered: false,
    built: () => noBuilds,
    writer: undefined,
    stored: undefined,
    earlier: undefined,
    lastApplied: false,
    today,
  };
}

/** The inputs of a text that a file references or generates: at its location, without other surrounding files. */
export function inputsWithin(inputs: FileInputs, path: string | undefined, file: string): FileInputs {
  const { surfaces, releases, writer, stored, earlier, today } = inputs;
  return { ...inputsWithoutContext(file, surfaces, today), path, releases, writer, stored, earlier };
}
