import type { PartialObject, Resource, SelectedKind } from '../manifest/manifest.ts';
import { type MapNode, mapFor, type Node, valueFor } from '../manifest/node.ts';
import { readEscaped } from '../manifest/read/readEscaped.ts';
import { readYamlIn } from '../manifest/read/readScalar.ts';
import { resourceAt } from '../manifest/resources/resourceAt.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import type { Span } from '../text/span.ts';
import type { Assembled } from './assembled.ts';
import { foundKinds, selectsNothing } from './foundKinds.ts';
import { writtenByJsonPatch } from './jsonPatch.ts';
import { type ResourceSelector, readSelector } from './resourceSelector.ts';
import { plainName, selectedKind } from './selector.ts';

/** The position of a patch. */
export interface PatchPosition {
  readonly text: string;
  /** The document: `ManifestDocument.index`. */
  readonly document: number;
  /** The path in the document; undefined for a patch that is a document itself. */
  readonly item: string | undefined;
  /** Whether the text is escaped. */
  readonly escaped?: boolean;
  /** The assembled resources that it is applied to; absent if unknown. */
  readonly patched?: (() => readonly Assembled[]) | undefined;
}

/** The target of a patch, from its entry. */
export interface PatchTarget {
  /** The one kind that the target selects. */
  readonly kind: SelectedKind | undefined;
  /** The one name that it selects; undefined if it selects by other things, or several. */
  readonly name: string | undefined;
  /** The span of the target. */
  readonly span: Span;
  /** Its selector. */
  readonly selector: ResourceSelector;
}

/** The target of a patch; without a selector, if no kustomization gives one. */
export type PatchedKind = Pick<PatchTarget, 'kind' | 'span'> & Partial<Pick<PatchTarget, 'selector'>>;

/** The target of an entry of `patches` or `patchesJson6902`. */
export function targetOf(entry: MapNode): PatchTarget | undefined {
  const target = mapFor(entry, 'target');
  if (target === undefined) return undefined;
  const { start, end } = valueFor(target, 'kind') ?? target;
  const span = { start, end };
  return { kind: selectedKind(target), name: plainName(target, 'name'), span, selector: readSelector(target, true) };
}

/** The patches that an entry of `patches` or `patchesJson6902` holds itself. */
export function inlinePatches(entry: MapNode, position: PatchPosition): readonly Resource[] {
  const patch = valueFor(entry, 'patch');
  return patch === undefined ? [] : patchesIn(patch, targetOf(entry), position);
}

/** The patches that a value is or holds as text: strategic merge patches and JSON patches. */
export function patchesIn(patch: Node, target: PatchTarget | undefined, position: PatchPosition): readonly Resource[] {
  if (patch.kind !== 'scalar') return patchAt(patch, target, position) ?? [];
  const documents = readYamlIn(position.text, patch);
  const escaped = documents === undefined;
  const all = documents ?? readEscaped(position.text, patch) ?? [];
  return all.flatMap(({ root, problems }, index) => {
    if (root === undefined || root.kind === 'scalar' || problems.length > 0) return [];
    const item = all.length > 1 ? `${position.item ?? ''}[${index}]` : position.item;
    const found = patchAt(root, target, { ...position, item, escaped }) ?? [];
    return found.map((resource): Resource => (escaped ? { ...resource, escaped } : resource));
  });
}

/** The part of an object that a patch writes; undefined if its kind is unknown. */
export function patchAt(
  root: Node,
  target: PatchedKind | undefined,
  position: PatchPosition,
): readonly Resource[] | undefined {
  const { document, item, text, escaped } = position;
  if (root.kind === 'list') {
    const written = writtenByJsonPatch(root, escaped === true ? undefined : text);
    if (written === undefined || target?.kind === undefined) return undefined;
    return [selected(written, target.kind, target, position)];
  }
  if (root.kind !== 'map') return undefined;
  const resource = resourceAt(root, document, item);
  if (target === undefined) return resource && [{ ...resource, part: {} }];
  // A patch with a target applies to selected resources, whatever its own name.
  if (target.kind !== undefined) return [selected(root, target.kind, target, position)];
  const groupVersion = resource && parseGroupVersion(resource.apiVersion);
  return resource && [{ ...resource, part: { of: { ...groupVersion, kind: resource.kind } } }];
}

function selected(root: MapNode, of: SelectedKind, target: PatchedKind, position: PatchPosition): Resource {
  const { document, item, patched } = position;
  const { span, selector } = target;
  const resource = resourceAt(root, document, item);
  const { group, version, kind } = of;
  const isOpen = group === undefined || version === undefined;
  const found = isOpen && patched !== undefined && selector !== undefined ? foundKinds(selector, patched()) : [];
  const part: PartialObject = {
    of,
    ...(found.length === 0 ? {} : { found }),
    ...(patched === undefined || selector === undefined
      ? {}
      : { selectsNothing: () => selectsNothing(selector, patched()) }),
  };
  const apiVersion =
    version === undefined
      ? resource?.kind === kind
        ? resource.apiVersion
        : ''
      : formatGroupVersion({ group: group ?? '', version });
  return resource === undefined
    ? {
        document,
        item,
        root,
        apiVersion,
        kind,
        apiVersionSpan: span,
        kindSpan: span,
        namespace: undefined,
        name: undefined,
        part,
      }
    : { ...resource, apiVersion, kind, part };
}
