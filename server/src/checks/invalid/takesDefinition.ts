import type { ApiSurface } from '../../catalog/surface.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { Value } from '../value.ts';
import { ErrorList } from './errorList.ts';
import { Schema } from './rules/apiextensions/schema.ts';
import { structuralProblem, validateStructural } from './rules/apiextensions/structural.ts';

/**
 * Whether a target can have a CustomResourceDefinition: it serves its version, and the schemas are structural. Other
 * refusals are usually single mistakes; generators with non-structural schemas produce them everywhere.
 */
export function takesDefinition({ writtenAs, versions }: CustomDefinition, surface: ApiSurface): boolean {
  const groupVersion = parseGroupVersion(writtenAs ?? '');
  if (groupVersion === undefined) return true;
  if (surface.availability({ ...groupVersion, kind: 'CustomResourceDefinition' }).state !== 'served') return false;
  // Betas took schemas of any form.
  if (groupVersion.version !== 'v1') return true;
  const errors = new ErrorList(surface);
  return versions.every(({ schema: { node } }) => {
    const schema = Schema.at(Value.untyped(node, undefined, { start: 0, end: 0 }));
    if (structuralProblem(schema) !== undefined) return false;
    validateStructural(schema, errors);
    return errors.count === 0;
  });
}
