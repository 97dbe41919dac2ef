import { resourcesSeenBy } from '../../kustomize/assemble.ts';
import type { Assembled, AssembledResource } from '../../kustomize/assembled.ts';
import { kustomizeFileIn } from '../../kustomize/kustomizeFile.ts';
import { replacementsIn, variablesIn } from '../../kustomize/replacements.ts';
import { matchOf, type ResourceSelector, readSelector } from '../../kustomize/resourceSelector.ts';
import { entryFor, type MapNode, type Node } from '../../manifest/node.ts';
import { mapsAt } from '../../manifest/nodesAt.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { type FieldPath, fieldOf, formatPath } from '../../text/fieldPath.ts';
import type { Check, DocumentSubject, Emit } from '../check.ts';
import { kustomizeFinding } from '../kustomizeFinding.ts';
import { hasOwnNames, judgeClashes, judgeOwnNames } from './ownNames.ts';
import { judgePatterns } from './patterns.ts';

/** Selectors of kustomizations that match no resource or too many. */
export const kustomizeSelection: Check = {
  codes: [
    {
      code: 'nothing-selected',
      consequences: ['undecodable', 'advice'],
      title: 'An entry of a kustomization selects no resource',
    },
    {
      code: 'ambiguous-source',
      consequences: ['undecodable'],
      title: 'Several resources match a source or name that must be one',
    },
    {
      code: 'malformed-selector',
      consequences: ['undecodable'],
      title: 'A selector of a kustomization is invalid',
    },
  ],
  document(subject, emit) {
    const selections = selectionsIn(subject);
    for (const { node, path, isPattern } of selections) if (isPattern) judgePatterns(node, path, emit);
    const { root, context } = subject;
    const isPatching = kustomizeFileIn(subject) === 'Kustomization' && hasMergePatches(root);
    const isNaming = kustomizeFileIn(subject) === 'Kustomization' && hasOwnNames(root);
    const isMerging = kustomizeFileIn(subject) === 'Kustomization' && hasSources(root);
    if (selections.length === 0 && !isPatching && !isNaming && !isMerging) return;
    const assembled = context.assembled?.();
    if (assembled === undefined) return;
    for (const selection of selections) judge(selection, assembled, emit);
    if (isPatching) judgeMergePatches(root, assembled, emit);
    // In a cycle, everything may be there twice.
    if (isMerging && assembled.clashes.length > 0 && !context.isRefused()) judgeClashes(root, assembled, emit);
    if (isNaming) judgeOwnNames(root, assembled, emit);
  },
};

interface Selection {
  readonly node: MapNode;
  readonly path: FieldPath;
  /** Its purpose: `source` and `variable` must match exactly one resource. */
  readonly of: 'source' | 'variable' | 'target' | 'patch' | 'reject';
  readonly isPattern: boolean;
}

function selectionsIn(subject: DocumentSubject): readonly Selection[] {
  const { root } = subject;
  const file = kustomizeFileIn(subject);
  if (file === undefined) return [];
  const replacements = replacementsIn(root, file).flatMap(({ source, targets, path: at }): readonly Selection[] => [
    ...(source === undefined
      ? []
      : [{ node: source, path: fieldOf(at, 'source'), of: 'source' as const, isPattern: false }]),
    ...targets.flatMap(({ select, reject, path: target }) => [
      ...(select === undefined
        ? []
        : [{ node: select, path: fieldOf(target, 'select'), of: 'target' as const, isPattern: true }]),
      ...reject.map((node) => ({ node, path: fieldOf(target, 'reject'), of: 'reject' as const, isPattern: true })),
    ]),
  ]);
  if (file !== 'Kustomization') return replacements;
  const patches = ['patches[].target', 'patchesJson6902[].target']
    .flatMap((field) => mapsAt(root, field))
    .map(({ node, path: at }) => ({ node, path: at, of: 'patch' as const, isPattern: true }));
  const variables = variablesIn(root).map(({ object, path: at }) => ({
    node: object,
    path: fieldOf(at, 'objref'),
    of: 'variable' as const,
    isPattern: false,
  }));
  return [...patches, ...replacements, ...variables];
}

function judge({ node, path, of, isPattern }: Selection, assembled: Assembled, emit: Emit): void {
  const selector = readSelector(node, isPattern);
  if (of === 'reject' || hasPlaceholder(describe(selector))) return;
  const entry = of === 'patch' ? formatPath(path?.parent) : undefined;
  const matches = resourcesSeenBy(assembled, entry).resources.map((resource) => ({
    resource,
    match: matchOf(selector, resource),
  }));
  const certain = matches.filter(({ match }) => match === 'yes').map(({ resource }) => resource);
  const position = { path: formatPath(path), span: spanOf(node) };
  if (assembled.isComplete && matches.every(({ match }) => match === 'no')) emit(nothing(selector, of, position));
  else if (of === 'source' && certain.length > 1) emit(several(selector, certain, position));
}

type FindingPosition = Pick<Parameters<typeof kustomizeFinding>[0], 'path' | 'span'>;

/** Why Kustomize fails if these match nothing. */
const needsOne = {
  variable: {
    why: 'A variable takes its value from the resource with its apiVersion, kind and name; without that resource, Kustomize builds nothing.',
    source: 'api/internal/accumulator/resaccumulator.go, findVarValueFromResources',
  },
  source: {
    why: 'The source of a replacement must be one resource, by its exact name; without that resource, Kustomize builds nothing.',
    source: 'api/filters/replacement/replacement.go, selectSourceNode',
  },
} as const;

function nothing(selector: ResourceSelector, of: Selection['of'], position: FindingPosition) {
  const what = describe(selector);
  if (of === 'variable' || of === 'source') {
    return kustomizeFinding({
      ...position,
      ...needsOne[of],
      code: 'nothing-selected',
      consequence: 'undecodable',
      message: `The kustomization has no ${what}: it cannot be built`,
      remedy: 'Name a resource that the kustomization has, or add this one to its resources.',
    });
  }
  return kustomizeFinding({
    ...position,
    code: 'nothing-selected',
    consequence: 'advice',
    message: `The kustomization has no ${what}: the ${of === 'patch' ? 'patch changes' : 'target gets'} nothing`,
    why: `Kustomize silently ignores ${of === 'patch' ? 'a patch whose target selects' : 'a target that selects'} nothing.`,
    remedy: 'Select a resource of the kustomization, or remove the entry.',
    source:
      of === 'patch' ? 'api/resmap/reswrangler.go, Select' : 'api/filters/replacement/replacement.go, applyReplacement',
  });
}

function several(selector: ResourceSelector, found: readonly AssembledResource[], position: FindingPosition) {
  const names = found.slice(0, 3).map(({ kind, names: [name = ''] }) => `${kind} ${name}`.trim());
  return kustomizeFinding({
    ...position,
    code: 'ambiguous-source',
    consequence: 'undecodable',
    message: `${found.length} resources match ${describe(selector)}, such as ${names.join(' and ')}: the kustomization cannot be built`,
    why: 'The source of a replacement must be one resource; if several match, Kustomize builds nothing.',
    remedy: 'Specify its kind, name and namespace.',
    source: 'api/filters/replacement/replacement.go, selectSourceNode',
  });
}

function hasSources(root: Node): boolean {
  return root.kind === 'map' && ['resources', 'bases'].some((field) => entryFor(root, field) !== undefined);
}

function hasMergePatches(root: Node): boolean {
  return (
    root.kind === 'map' && ['patches', 'patchesStrategicMerge'].some((field) => entryFor(root, field) !== undefined)
  );
}

/** Strategic merge patches without a target are for the resource that they name. */
function judgeMergePatches(root: Node, assembled: Assembled, emit: Emit): void {
  if (!assembled.isComplete) return;
  for (const { into, entry, write } of assembled.ownWrites) {
    if (
      write === 'turned' ||
      into === undefined ||
      into.isPattern ||
      into.kind === '' ||
      hasPlaceholder(describe(into))
    )
      continue;
    const span = entrySpan(root, entry);
    if (
      span === undefined ||
      resourcesSeenBy(assembled, entry).resources.some((resource) => matchOf(into, resource) !== 'no')
    )
      continue;
    emit(
      kustomizeFinding({
        path: entry,
        span,
        code: 'nothing-selected',
        consequence: 'undecodable',
        message: `The kustomization has no ${describe(into)} to patch: it cannot be built`,
        why: 'A patch without a target changes the resource with its apiVersion, kind, name and namespace. If none matches, Kustomize builds nothing.',
        remedy: 'Name a resource that the kustomization has, apiVersion included, or give the patch a target.',
        source: 'api/internal/builtins/PatchTransformer.go, transformStrategicMerge',
      }),
    );
  }
}

function entrySpan(root: Node, entry: string) {
  const [, field = '', index] = /^(\w+)\[(\d+)\]$/.exec(entry) ?? [];
  const list = root.kind === 'map' ? entryFor(root, field)?.value : undefined;
  const item = list?.kind === 'list' ? list.items[Number(index)] : undefined;
  if (item?.kind === 'map') {
    const path = entryFor(item, 'path');
    const { start, end } = path?.value ?? entryFor(item, 'patch')?.keySpan ?? spanOf(item);
    return { start, end };
  }
  return item && { start: item.start, end: item.end };
}

/** The name in the selector, or its other fields. */
function spanOf(node: MapNode) {
  const named = ['name', 'kind', 'group']
    .map((field) => entryFor(node, field)?.value)
    .find((candidate) => candidate?.kind === 'scalar');
  const { start, end } = named ?? { start: node.start, end: node.start + 1 };
  return { start, end };
}

/** `apps/v1 Deployment web in prod`. */
function describe({ group, version, kind, name, namespace }: ResourceSelector): string {
  const groupVersion = [group, version].filter((candidate) => candidate !== '').join('/');
  const scope = namespace === '' ? '' : `in namespace ${namespace}`;
  return [groupVersion, kind === '' ? 'resource' : kind, name, scope].filter((candidate) => candidate !== '').join(' ');
}
