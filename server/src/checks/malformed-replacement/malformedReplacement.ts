import { resourcesSeenBy } from '../../kustomize/assemble.ts';
import type { Assembled } from '../../kustomize/assembled.ts';
import { fieldSteps } from '../../kustomize/fieldSteps.ts';
import type { FileContext } from '../../kustomize/fileContext.ts';
import { kustomizeFileIn } from '../../kustomize/kustomizeFile.ts';
import { fieldPathOf, type PathText, type Replacement, replacementsIn } from '../../kustomize/replacements.ts';
import { entryFor, type MapNode, mapFor, valueFor } from '../../manifest/node.ts';
import { mapsAt } from '../../manifest/nodesAt.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { type FieldPath, fieldOf, formatPath } from '../../text/fieldPath.ts';
import type { Check, Emit } from '../check.ts';
import { type KustomizeProblem, kustomizeFinding, stepSpan } from '../kustomizeFinding.ts';
import { ifSelected, type SelectorMatch, selects } from '../selectedTypes.ts';

/** Replacements that Kustomize refuses regardless of resources. */
export const malformedReplacement: Check = {
  codes: [
    {
      code: 'malformed-replacement',
      consequences: ['undecodable', 'advice'],
      title: 'A replacement that is refused or partly ignored',
    },
  ],
  document(subject, emit) {
    const { root, text, context } = subject;
    const file = kustomizeFileIn(subject);
    if (file === undefined) return;
    if (file === 'Kustomization') {
      for (const { node, path: at } of mapsAt(root, 'replacements[]')) judgeFileEntry(node, at, emit);
    }
    const replacements = replacementsIn(root, file);
    const assembled = replacements.length === 0 ? undefined : seen(context);
    for (const replacement of replacements) {
      judgeParts(replacement, file !== 'replacement', emit);
      judgePaths(replacement, { text, assembled }, emit);
    }
  },
};

const refused = {
  code: 'malformed-replacement',
  consequence: 'undecodable',
  why: 'Kustomize refuses the replacement and builds nothing.',
  source: 'api/filters/replacement/replacement.go',
} as const;

type Rest = Pick<KustomizeProblem, 'message' | 'remedy'> & Partial<KustomizeProblem>;

function sayAt(node: MapNode, field: string | undefined, path: FieldPath, emit: Emit, rest: Rest): void {
  const entry = field === undefined ? undefined : entryFor(node, field);
  const { start, end } = entry?.keySpan ?? node.entries[0]?.keySpan ?? { start: node.start, end: node.start + 1 };
  const at = field === undefined ? path : fieldOf(path, field);
  emit(kustomizeFinding({ ...refused, path: formatPath(at), span: { start, end }, ...rest }));
}

function judgeFileEntry(node: MapNode, path: FieldPath, emit: Emit): void {
  if (valueFor(node, 'path') === undefined) return;
  const other = ['source', 'targets'].find((field) => valueFor(node, field) !== undefined);
  if (other === undefined) return;
  sayAt(node, other, path, emit, {
    message: `A replacement must not have both path and ${other}`,
    remedy: 'Write the replacement here, or in the file, or as two entries.',
    source: 'api/internal/builtins/ReplacementTransformer.go, Config',
  });
}

function judgeParts({ node, path, source, targets }: Replacement, isInline: boolean, emit: Emit): void {
  const value = valueFor(node, 'sourceValue');
  if (source === undefined && value === undefined) {
    sayAt(node, undefined, path, emit, {
      message: 'The replacement has no source',
      remedy: 'Add source, with the resource that the value comes from, or sourceValue.',
    });
  } else if (source !== undefined && value !== undefined) {
    sayAt(node, 'sourceValue', path, emit, {
      message: 'A replacement must not have both source and sourceValue',
      remedy: 'Remove one of them.',
    });
  }
  const list = valueFor(node, 'targets');
  // An empty list is lost in a kustomization, and allowed in a separate file.
  if (list === undefined || (isInline && list.kind === 'list' && list.items.length === 0)) {
    sayAt(node, list === undefined ? undefined : 'targets', path, emit, {
      message: 'The replacement has no targets',
      remedy: 'Add targets, each with select and fieldPaths.',
    });
  }
  for (const target of targets) {
    if (valueFor(target.node, 'select') === undefined) {
      sayAt(target.node, undefined, target.path, emit, {
        message: 'The target does not select anything',
        remedy: 'Add select with the kind or name of the resources that get the value.',
      });
    }
  }
  for (const [holder, at] of [
    ...(source === undefined ? [] : [[source, fieldOf(path, 'source')] as const]),
    ...targets.map((target) => [target.node, target.path] as const),
  ]) {
    const options = mapFor(holder, 'options');
    if (options === undefined || valueFor(options, 'encoding') === undefined) continue;
    sayAt(options, 'encoding', fieldOf(at, 'options'), emit, {
      consequence: 'advice',
      message: 'Kustomize ignores encoding: the value is copied unchanged',
      why: 'The type has the option, but Kustomize does not implement it.',
      remedy: 'Remove it, and encode the value at its source.',
      source: 'api/types/replacement.go, FieldOptions',
    });
  }
}

function seen({ assembled }: FileContext): Assembled | undefined {
  const all = assembled?.();
  return all && resourcesSeenBy(all, undefined);
}

interface Around {
  readonly text: string;
  readonly assembled: Assembled | undefined;
}

function judgePaths({ path, source, targets }: Replacement, { text, assembled }: Around, emit: Emit): void {
  const from = source && fieldPathOf(source, 'fieldPath', fieldOf(path, 'source'));
  // A source must be there, or the replacement is refused for that.
  if (from !== undefined) judgePath(from, 'source', text, 'something', emit);
  for (const { selector, fieldPaths } of targets) {
    const selected = selects(selector, assembled);
    for (const field of fieldPaths) judgePath(field, 'target', text, selected, emit);
  }
}

function judgePath(field: PathText, of: 'source' | 'target', text: string, selected: SelectorMatch, emit: Emit): void {
  const consequence = ifSelected(refused.consequence, selected);
  if (consequence === undefined || hasPlaceholder(field.text)) return;
  for (const step of fieldSteps(field.text, of)) {
    const common = { ...refused, consequence, path: formatPath(field.path), span: stepSpan(field, step, text) };
    if (step.kind === 'every' && of === 'source') {
      emit(
        kustomizeFinding({
          ...common,
          message: 'The path of a source cannot contain *',
          remedy: 'Select one item by its index, or by [name=x].',
        }),
      );
    } else if (step.kind === 'broken') {
      emit(
        kustomizeFinding({
          ...common,
          message: `${field.text.slice(step.start, step.end)} needs a = to select an item`,
          remedy: 'Write [name=x], or the index of the item without brackets.',
        }),
      );
    }
  }
}
