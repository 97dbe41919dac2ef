import { resourcesSeenBy } from '../../kustomize/assemble.ts';
import { type JsonPatch, jsonPatchesIn } from '../../kustomize/jsonPatches.ts';
import { type JsonPatchOperation, operationNames, operationsOf } from '../../kustomize/jsonPatchOperations.ts';
import { isBrokenJsonPatch } from '../../kustomize/refusedText.ts';
import type { JsonPointer } from '../../manifest/jsonPointer.ts';
import { entryFor } from '../../manifest/node.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { nearest } from '../../text/nearest.ts';
import type { Span } from '../../text/span.ts';
import type { Check, Emit } from '../check.ts';
import { type KustomizeProblem, kustomizeFinding } from '../kustomizeFinding.ts';
import { ifSelected, type SelectorMatch, selects } from '../selectedTypes.ts';

/** JSON patches that Kustomize cannot apply to any resource. */
export const malformedJsonPatch: Check = {
  codes: [
    {
      code: 'malformed-json-patch',
      consequences: ['undecodable', 'advice'],
      title: 'A JSON patch that Kustomize cannot apply as written',
    },
  ],
  document(subject, emit) {
    const patches = jsonPatchesIn(subject);
    const assembled = patches.length === 0 ? undefined : subject.context.assembled?.();
    for (const patch of patches)
      judge(patch, selects(patch.target?.selector, assembled && resourcesSeenBy(assembled, patch.entry)), emit);
  },
};

const library = 'api/filters/patchjson6902 (gopkg.in/evanphx/json-patch.v4, patch.go)';
const transformer = 'api/internal/builtins/PatchTransformer.go';

const refused = {
  code: 'malformed-json-patch',
  consequence: 'undecodable',
  why: 'Kustomize builds nothing if the patch applies to a resource.',
  source: library,
} as const;

function judge(patch: JsonPatch, selected: SelectorMatch, emit: Emit): void {
  const whole = { ...refused, path: patch.path, span: patch.span, source: transformer };
  const report = (kustomizeProblem: KustomizeProblem) => emit(kustomizeFinding(kustomizeProblem));
  if (hasPlaceholder(patch.written)) return;
  if (isBrokenJsonPatch(patch.written)) {
    report({
      ...whole,
      message: 'A patch that begins with [ must be JSON, but this one is not',
      why: 'Kustomize reads a patch as YAML only if it does not begin with [; it builds nothing.',
      remedy: 'Put keys and strings in double quotes, or write the patch as a YAML list with dashes.',
    });
    return;
  }
  if (patch.target === undefined) {
    report({
      ...whole,
      message: 'The JSON patch has no target',
      why: 'A JSON patch does not name a resource: without a target Kustomize builds nothing.',
      remedy: 'Add a target with the kind and name of the resource to change.',
    });
  }
  for (const item of patch.root.items) {
    if (item.kind === 'map') continue;
    report({
      ...whole,
      span: { start: item.start, end: item.end },
      message: 'An operation of a JSON patch must be an object with op and path',
      why: 'Kustomize cannot decode the patch, and builds nothing.',
      remedy: 'Write it as { op, path, value }.',
    });
  }
  const sayIfApplied = (kustomizeProblem: KustomizeProblem) => {
    const consequence = ifSelected(kustomizeProblem.consequence, selected);
    if (consequence !== undefined) report({ ...kustomizeProblem, consequence });
  };
  for (const operation of operationsOf(patch.root, patch.text)) judgeOperation(operation, patch.path, sayIfApplied);
}

function judgeOperation(
  operation: JsonPatchOperation,
  patch: string,
  report: (kustomizeProblem: KustomizeProblem) => void,
): void {
  const { node, index, op, path, from, value } = operation;
  const item = `${patch}[${index}]`;
  const head: Span = { start: node.start, end: Math.max(node.start + 1, node.entries[0]?.keySpan.end ?? 0) };
  const at = (field: string) => {
    const entry = entryFor(node, field);
    const span =
      entry === undefined
        ? head
        : entry.value.kind === 'scalar' && entry.value.end > entry.value.start
          ? entry.value
          : entry.keySpan;
    return { path: `${item}.${field}`, span: { start: span.start, end: span.end } };
  };
  if (op === undefined || !operationNames.includes(op)) {
    const near = nearest(op ?? '', operationNames, 1)[0];
    const meant = near === undefined ? '' : `. Did you mean "${near}"?`;
    report({
      ...refused,
      ...at('op'),
      message: op === undefined ? 'The operation has no op' : `"${op}" is not a JSON patch operation${meant}`,
      remedy: `Write one of ${operationNames.join(', ')}, in lower case.`,
    });
    return;
  }
  const needed: readonly (readonly [string, JsonPointer | undefined])[] =
    op === 'move' || op === 'copy'
      ? [
          ['from', from],
          ['path', path],
        ]
      : [['path', path]];
  for (const [field, pointer] of needed) {
    if (pointer === undefined) {
      report({
        ...refused,
        ...at(field),
        message: `The operation "${op}" needs ${field === 'from' ? 'the path of its source value' : 'a path'}`,
        remedy: `Write ${field} as a JSON pointer, such as /spec/replicas.`,
      });
    } else judgePointer(pointer, { ...operation, op }, at(field), report);
  }
  if (value === undefined && (op === 'add' || op === 'replace') && path !== undefined) {
    report({
      ...refused,
      ...at('value'),
      consequence: 'advice',
      message: `The operation "${op}" has no value and writes null`,
      why: 'In a JSON patch, a missing value is null, and the API server treats null as absent.',
      remedy: 'Write a value, or use "remove".',
    });
  }
}

function judgePointer(
  { text, segments }: JsonPointer,
  { op }: { readonly op: string },
  at: Pick<KustomizeProblem, 'path' | 'span'>,
  report: (kustomizeProblem: KustomizeProblem) => void,
): void {
  if (segments.length === 0) {
    if (text === '' && (op === 'replace' || op === 'test')) return;
    report({
      ...refused,
      ...at,
      message:
        text === '' ? `The operation "${op}" cannot be applied to the whole object` : `"${text}" is not a JSON pointer`,
      remedy: 'Begin every step with a slash, such as /spec/replicas.',
    });
  } else if (!text.startsWith('/')) {
    const read = text.slice(text.indexOf('/'));
    report({
      ...refused,
      ...at,
      consequence: 'advice',
      message: `A JSON pointer begins with a slash: this one is read as ${read}`,
      why: 'Text before the first slash of a pointer is ignored.',
      remedy: `Write /${text}.`,
    });
  }
}
