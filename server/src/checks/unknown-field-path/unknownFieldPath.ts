import type { ApiSurface } from '../../catalog/surface.ts';
import type { Consequence } from '../../finding.ts';
import { resourcesSeenBy } from '../../kustomize/assemble.ts';
import type { Assembled } from '../../kustomize/assembled.ts';
import { fieldSteps, variableSteps } from '../../kustomize/fieldSteps.ts';
import { type JsonPatch, jsonPatchesIn } from '../../kustomize/jsonPatches.ts';
import { operationsOf } from '../../kustomize/jsonPatchOperations.ts';
import { kustomizeFileIn } from '../../kustomize/kustomizeFile.ts';
import { fieldPathOf, type PathText, replacementsIn, variablesIn } from '../../kustomize/replacements.ts';
import { type ResourceSelector, readSelector } from '../../kustomize/resourceSelector.ts';
import type { JsonPointer } from '../../manifest/jsonPointer.ts';
import { isNull } from '../../manifest/node.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { formatGroupVersionKind } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { nearest, quotedChoice } from '../../text/nearest.ts';
import type { Span } from '../../text/span.ts';
import type { Check, DocumentSubject, Emit } from '../check.ts';
import { kustomizeFinding, stepSpan } from '../kustomizeFinding.ts';
import { type PathMismatch, pathMismatch, type TypeStep } from '../pathMismatch.ts';
import { ifSelected, type SelectedType, selectedTypes, selects } from '../selectedTypes.ts';

/** Paths in replacements, variables and JSON patches that their kinds do not have. */
export const unknownFieldPath: Check = {
  codes: [
    {
      code: 'unknown-field-path',
      consequences: ['unknown-field', 'undecodable', 'advice'],
      title: 'The path of a replacement or patch is not in the kind',
    },
  ],
  document(subject, emit) {
    const paths = [...pathsOfReplacements(subject), ...pathsOfPatches(subject)];
    if (paths.length === 0) return;
    const assembled = subject.context.assembled?.();
    for (const path of paths) judge(path, assembled && resourcesSeenBy(assembled, path.entry), subject.surface, emit);
  },
};

/** A path into selected resources. */
interface IntoSelected {
  readonly selector: ResourceSelector;
  readonly steps: readonly TypeStep[];
  /** Whether the path continues inside the text of a string. */
  readonly intoText: boolean;
  /** Whether the path is written, present or not. */
  readonly writes: boolean;
  /** Whether a missing last field counts as null. */
  readonly takesNothing: boolean;
  readonly path: string;
  /** The entry of the kustomization with its patch. */
  readonly entry: string | undefined;
  readonly written: string;
  spanOf(step: number): Span;
}

function pathsOfReplacements(subject: DocumentSubject): readonly IntoSelected[] {
  const { root, text } = subject;
  const file = kustomizeFileIn(subject);
  if (file === undefined) return [];
  const replacements = replacementsIn(root, file).flatMap(({ source, targets, path: at }) => {
    const read = source && sourceField(source, at);
    const from =
      source && read && into(read, 'source', readSelector(source, false), { writes: false, intoText: false });
    const to = targets.flatMap(({ selector, fieldPaths, creates }) =>
      selector === undefined
        ? []
        : fieldPaths.map((fieldPath) => into(fieldPath, 'target', selector, { writes: creates, intoText: true })),
    );
    return from === undefined ? to : [from, ...to];
  });
  const variables =
    file !== 'Kustomization'
      ? []
      : variablesIn(root).flatMap(({ object, field }) =>
          field === undefined
            ? []
            : [into(field, 'variable', readSelector(object, false), { writes: false, intoText: false })],
        );
  return [...replacements, ...variables];

  function into(
    path: PathText,
    of: 'source' | 'target' | 'variable',
    selector: ResourceSelector,
    selection: Pick<IntoSelected, 'writes' | 'intoText'>,
  ): IntoSelected {
    const steps = of === 'variable' ? variableSteps(path.text) : fieldSteps(path.text, of);
    return {
      ...selection,
      takesNothing: false,
      selector,
      steps,
      path: formatPath(path.path),
      entry: undefined,
      written: path.text,
      spanOf: (step) => {
        const fieldStep = steps[step];
        return fieldStep === undefined ? path.node : stepSpan(path, fieldStep, text);
      },
    };
  }
}

function sourceField(source: Parameters<typeof fieldPathOf>[0], at: Parameters<typeof fieldPathOf>[2]) {
  return fieldPathOf(source, 'fieldPath', { parent: at, name: 'source', isField: true });
}

function pathsOfPatches(subject: DocumentSubject): readonly IntoSelected[] {
  return jsonPatchesIn(subject).flatMap((patch) => {
    const selector = patch.target?.selector;
    return selector === undefined ? [] : pathsOfPatch(patch, selector);
  });
}

/** Added and replaced values are judged as parts of an object. */
function pathsOfPatch(patch: JsonPatch, selector: ResourceSelector): readonly IntoSelected[] {
  return operationsOf(patch.root, patch.text).flatMap(({ index, op, path, from, value }) => {
    const into = (
      field: string,
      pointer: JsonPointer | undefined,
      writes: boolean,
      takesNothing = false,
    ): readonly IntoSelected[] =>
      pointer === undefined || pointer.segments.length === 0
        ? []
        : [
            {
              selector,
              steps: pointer.segments.map(({ name }) => ({ kind: 'segment', name })),
              intoText: false,
              writes,
              takesNothing,
              path: `${patch.path}[${index}].${field}`,
              entry: patch.entry,
              written: pointer.text,
              spanOf: (step) => pointer.segments[step]?.span ?? pointer.node,
            },
          ];
    const isShown = path?.text.startsWith('/') === true;
    switch (op) {
      case 'remove':
        return into('path', path, false);
      case 'test':
        return into('path', path, false, value === undefined || isNull(value));
      case 'add':
      case 'replace':
        return isShown ? [] : into('path', path, true);
      case 'move':
      case 'copy':
        return [...into('from', from, false, op === 'copy'), ...into('path', path, true)];
      default:
        return [];
    }
  });
}

function judge(into: IntoSelected, assembled: Assembled | undefined, surface: ApiSurface, emit: Emit): void {
  if (hasPlaceholder(into.written)) return;
  const judged = selectedTypes(into.selector, assembled, surface).map((selected) => ({
    selected,
    off: selected.type && pathMismatch(selected.type, into.steps, into.intoText),
  }));
  const wrong = judged.filter(({ off }) => off !== undefined);
  const first =
    wrong.find(({ selected }) => selected.isCertain) ?? (wrong.length === judged.length ? wrong[0] : undefined);
  const consequence = first?.off && ifSelected(consequenceOf(into, first.off), selects(into.selector, assembled));
  if (first?.off !== undefined && consequence !== undefined) {
    emit(findingFor(into, consequence, first.selected, first.off, surface));
  }
}

function consequenceOf(into: IntoSelected, off: PathMismatch): Consequence {
  if (off.why !== 'unknown-field') return 'undecodable';
  if (into.takesNothing && off.step === into.steps.length - 1) return 'advice';
  return into.writes ? 'unknown-field' : 'undecodable';
}

function findingFor(
  into: IntoSelected,
  consequence: Consequence,
  { gvk, type }: SelectedType,
  off: PathMismatch,
  surface: ApiSurface,
) {
  const { start, end } = into.spanOf(off.step);
  const makes = into.writes && off.why === 'unknown-field';
  const kind = formatGroupVersionKind(gvk);
  return kustomizeFinding({
    code: 'unknown-field-path',
    consequence,
    path: into.path,
    span: { start, end },
    message: `${messageOf(off)} (${kind}${off.why === 'unknown-field' && off.owner !== type ? `, ${labelOf(off.owner.name)}` : ''}, Kubernetes ${formatMinor(surface.versions.binary)})`,
    why: makes
      ? 'Kustomize writes the field. With strict field validation, the default of kubectl, the API server refuses the object; without it, the field is silently dropped.'
      : consequenceOf(into, off) === 'advice'
        ? 'The API server refuses fields that the kind does not have, so Kustomize finds none and copies null.'
        : 'The API server refuses fields that the kind does not have; without the field, Kustomize builds nothing.',
    remedy: remedyOf(off),
    source: into.steps.some((step) => step.kind === 'segment')
      ? 'api/filters/patchjson6902 (gopkg.in/evanphx/json-patch.v4, patch.go)'
      : 'api/filters/replacement/replacement.go',
  });
}

function messageOf(off: PathMismatch): string {
  switch (off.why) {
    case 'unknown-field': {
      const meant = near(off);
      return `"${off.name}" is not a field${meant === '' ? '' : `; did you mean ${meant}?`}`;
    }
    case 'list':
      return 'The path leads to a list, which has items and no fields';
    case 'no-list':
      return 'The path does not lead to a list, so it has no items';
    case 'leaf':
      return 'The path leads to a value without fields';
  }
}

function remedyOf(off: PathMismatch): string {
  switch (off.why) {
    case 'unknown-field': {
      const meant = near(off);
      return meant === '' ? 'Fix the path.' : `Write ${meant}.`;
    }
    case 'list':
      return 'Select an item by its index; a replacement may also use [name=x] or *.';
    default:
      return 'Fix the path.';
  }
}

function near({ name, owner }: Extract<PathMismatch, { why: 'unknown-field' }>): string {
  return quotedChoice(nearest(name, owner.fields.keys(), 2));
}

function labelOf(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}
