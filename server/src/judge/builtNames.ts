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
  /** The field of the kustomization that makes it wrong: `nameSuffix`. */
  readonly field: string;
  readonly finding: Finding;
  /** `CronJob report` */
  readonly what: string;
}

/** Of a kustomization with more resources, the others are not checked. */
const maxNamed = 300;

/**
 * The first resource of each target that the server refuses because of the name that `namePrefix` and `nameSuffix` make:
 * the rules are those of its kind, such as its longest name.
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
    const before = resource.names.find((name) => `${prefix}${name}${suffix}` === resource.names.at(-1));
    if (before === undefined || before === '' || resource.may !== undefined) continue;
    if (table.keptNames.includes(resource.kind)) continue;
    const refusals = refusalsOfName(resource, `${prefix}${before}${suffix}`, inputs);
    if (refusals.every((findings) => findings.length === 0)) continue;
    const known = new Set(
      refusalsOfName(resource, before, inputs)
        .flat()
        .map(({ code }) => code),
    );
    const suffixed = suffix === '' ? [] : refusalsOfName(resource, `${prefix}${before}`, inputs);
    for (const [index, findings] of refusals.entries()) {
      const finding = findings.find(({ code }) => !known.has(code));
      if (finding === undefined) continue;
      const field =
        suffix === '' || suffixed[index]?.some(({ code }) => code === finding.code) ? 'namePrefix' : 'nameSuffix';
      found[index] ??= { field, finding, what: `${resource.kind} ${before}` };
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
