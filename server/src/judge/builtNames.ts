import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { type Finding, isError } from '../finding.ts';
import type { Assembled, AssembledResource } from '../kustomize/assembled.ts';
import { filledRoot } from '../kustomize/fill.ts';
import { type MapNode, type ScalarNode, stringFor, valueFor } from '../manifest/node.ts';
import { hasPlaceholder } from '../manifest/read/placeholder.ts';
import { builtForm, verdictsOnForm } from './builtForm.ts';
import type { FileInputs } from './fileInputs.ts';

/** A refusal of a name, for one target. */
export interface RefusedName {
  /** The field of the kustomization that is the cause: `nameSuffix`. */
  readonly field: string;
  readonly finding: Finding;
  /** `CronJob report` */
  readonly what: string;
}

/** The maximum number of resources of a kustomization that are checked. */
const maxNamed = 300;

/**
 * For each target, the first resource whose name the server refuses only with `namePrefix` and `nameSuffix`. The rules
 * are those of its kind, such as the maximum length.
 *
 * @param root the kustomization.
 */
export function refusedNames(
  root: MapNode,
  assembled: Assembled,
  inputs: FileInputs,
): readonly (RefusedName | undefined)[] {
  const [prefix = '', suffix = ''] = ['namePrefix', 'nameSuffix'].map((field) => stringFor(root, field));
  const none = inputs.surfaces.map(() => undefined);
  if (prefix + suffix === '' || hasPlaceholder(prefix + suffix)) return none;
  const found: (RefusedName | undefined)[] = [...none];
  for (const resource of assembled.resources.slice(0, maxNamed)) {
    const originalName = resource.names.find((name) => `${prefix}${name}${suffix}` === resource.names.at(-1));
    if (originalName === undefined || originalName === '' || resource.may !== undefined) continue;
    if (table.keptNames.includes(resource.kind)) continue;
    const refusals = refusalsOfName(resource, `${prefix}${originalName}${suffix}`, inputs);
    if (refusals.every((findings) => findings.length === 0)) continue;
    const knownCodes = new Set(
      refusalsOfName(resource, originalName, inputs)
        .flat()
        .map(({ code }) => code),
    );
    const suffixed = suffix === '' ? [] : refusalsOfName(resource, `${prefix}${originalName}`, inputs);
    for (const [index, findings] of refusals.entries()) {
      const finding = findings.find(({ code }) => !knownCodes.has(code));
      if (finding === undefined) continue;
      const field =
        suffix === '' || suffixed[index]?.some(({ code }) => code === finding.code) ? 'namePrefix' : 'nameSuffix';
      found[index] ??= { field, finding, what: `${resource.kind} ${originalName}` };
    }
  }
  return found;
}

/** The refusals of a resource under a name, for each target. */
function refusalsOfName(
  { root }: AssembledResource,
  name: string,
  inputs: FileInputs,
): readonly (readonly Finding[])[] {
  const old = root && valueFor(root, 'metadata');
  if (root === undefined || old?.kind !== 'map') return [];
  const { start, end } = old;
  const value: ScalarNode = { kind: 'scalar', value: name, style: 'double', start, end };
  const form = builtForm(filledRoot(root, [{ steps: ['metadata', 'name'], value }]));
  if (form === undefined) return [];
  return verdictsOnForm(form, inputs).map(({ findings }) =>
    findings.filter((finding) => finding.path === 'metadata.name' && isError(finding)),
  );
}
