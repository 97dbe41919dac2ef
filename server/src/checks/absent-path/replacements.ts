import { resourcesSeenBy, writesInto } from '../../kustomize/assemble.ts';
import type { Assembled, AssembledResource, PossibleWrite } from '../../kustomize/assembled.ts';
import { type FieldStep, fieldSteps } from '../../kustomize/fieldSteps.ts';
import { type LookUpResult, lookUpField } from '../../kustomize/lookUp.ts';
import { mayHaveWritten } from '../../kustomize/possibleWrites.ts';
import { fieldPathOf, type PathText, type Replacement, type ReplacementTarget } from '../../kustomize/replacements.ts';
import { matchOf, type ResourceSelector, readSelector } from '../../kustomize/resourceSelector.ts';
import { fieldOf, formatPath } from '../../text/fieldPath.ts';
import { stepSpan } from '../kustomizeFinding.ts';
import type { AbsentPath } from './absent.ts';

/** The inputs for checking replacements. */
export interface ReplacementsIn {
  readonly assembled: Assembled;
  /** All replacements of the same file. */
  readonly all: readonly Replacement[];
  readonly text: string;
  /** The entry of the kustomization that contains a replacement or names its file. */
  entryOf(replacement: Replacement): string;
}

/**
 * The paths of replacements that lead nowhere in a resource that they are for.
 *
 * Source: getReplacement and copyValueToTarget in `api/filters/replacement/replacement.go` of sigs.k8s.io/kustomize.
 */
export function absentForReplacement(replacement: Replacement, within: ReplacementsIn): readonly AbsentPath[] {
  const { source, path, targets } = replacement;
  const from = source && fieldPathOf(source, 'fieldPath', fieldOf(path, 'source'));
  const absent = [
    source && from && absentField(from, 'source', readSelector(source, false), replacement, within),
    ...targets.flatMap((target) => {
      const { selector, fieldPaths } = target;
      if (selector === undefined) return [];
      return fieldPaths.map((fieldPath) => absentField(fieldPath, target, selector, replacement, within));
    }),
  ];
  return absent.flatMap((item) => item ?? []);
}

function absentField(
  field: PathText,
  of: 'source' | ReplacementTarget,
  selector: ResourceSelector,
  replacement: Replacement,
  within: ReplacementsIn,
): AbsentPath | undefined {
  const { assembled, text } = within;
  const side = of === 'source' ? 'source' : 'target';
  const steps = fieldSteps(field.text, side);
  const others = writesOfOthers(field, within.all);
  for (const resource of resourcesSeenBy(assembled, undefined).resources) {
    if (resource.root === undefined || matchOf(selector, resource) !== 'yes') continue;
    const found = lookUpField(resource.root, steps, side);
    const step = of !== 'source' && of.creates ? unmakeable(found, steps) : stepOf(found);
    const fieldStep = steps[step ?? -1];
    if (step === undefined || fieldStep === undefined) continue;
    const writes = [
      ...resource.writes,
      ...writesInto(resource, assembled.ownWrites, within.entryOf(replacement)),
      ...others,
    ];
    const isOther = typeof found === 'object' && (found.why === 'shape' || found.step !== step);
    if (mayBeThere(writes, steps, isOther ? [step, step + 1] : [step + 1])) continue;
    return {
      resource,
      path: formatPath(field.path),
      span: stepSpan(field, fieldStep, text),
      step: shown(fieldStep),
      written: field.text,
    };
  }
  return undefined;
}

function stepOf(found: LookUpResult): number | undefined {
  return typeof found === 'object' ? found.step : undefined;
}

/**
 * Missing values are created, except items past the end of a list, all items of an empty list, and fields in a value of
 * another structure.
 */
function unmakeable(found: LookUpResult, steps: readonly FieldStep[]): number | undefined {
  if (typeof found !== 'object') return undefined;
  const { step, why, inside } = found;
  const fieldStep = steps[step];
  if (why === 'shape') return step;
  if (fieldStep?.kind === 'index' && inside.kind === 'list' && fieldStep.index > inside.items.length) return step;
  const every = steps.findIndex(({ kind }, index) => kind === 'every' && index >= step);
  return every < 0 ? undefined : every;
}

/** @param lengths of the prefixes of the path, none of which may have been written. */
function mayBeThere(
  writes: readonly PossibleWrite[],
  steps: readonly FieldStep[],
  lengths: readonly number[],
): boolean {
  const names = steps.map((step) => (step.kind === 'name' ? step.name : '*'));
  return writes.some((write) => lengths.some((length) => mayHaveWritten(write, names.slice(0, length))));
}

/** Other replacements of the same file may write the path as well. */
function writesOfOthers(field: PathText, all: readonly Replacement[]): readonly PossibleWrite[] {
  return all
    .flatMap(({ targets }) => targets.flatMap(({ fieldPaths }) => fieldPaths))
    .filter((pathText) => pathText.node !== field.node)
    .map(({ text }) => ({
      at: fieldSteps(text, 'target').map((fieldStep) => (fieldStep.kind === 'name' ? fieldStep.name : '*')),
      value: undefined,
    }));
}

function shown(step: FieldStep): string {
  switch (step.kind) {
    case 'name':
      return step.name;
    case 'index':
      return String(step.index);
    case 'match':
      return `[${step.field}=${step.value}]`;
    default:
      return '*';
  }
}

/** The name of a resource in messages. */
export function nameOf({ kind, names }: AssembledResource): string {
  return `${kind} ${names[0] ?? ''}`.trim();
}
