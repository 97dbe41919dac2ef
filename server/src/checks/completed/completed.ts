import type { AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { valueAtSteps } from '../../manifest/lookup.ts';
import type { MapNode, Node } from '../../manifest/node.ts';
import { DraftMap } from '../../manifest/reconcile/draft.ts';
import type { PathSteps } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import { writeAsStored } from './asStored.ts';
import { defaultsInto } from './defaultsInto.ts';
import { addGenerated } from './generated.ts';
import { NodeMaker } from './nodeOfDraft.ts';
import { pluginsInto } from './pluginsInto.ts';
import { writePodLevel } from './podLevel.ts';
import { withoutUnset, writeForms } from './writtenForms.ts';

/** An object of a built-in kind as admission policies get it. */
export interface CompletedObject {
  /** Fields that are as they were sent keep their nodes. */
  readonly root: MapNode;
  /** The nodes that the server wrote. */
  readonly written: ReadonlySet<Node>;
  /** The nodes whose value the server generates; theirs is a placeholder. */
  readonly generated: ReadonlySet<Node>;
  /** Paths with uncertain values: `spec.containers[0].resources`, or `spec.volumes[]` for additional items. */
  readonly open: readonly string[];
}

/** An object of a built-in kind as it is sent. */
export interface SentObject {
  readonly root: MapNode;
  readonly served: ServedResource;
  readonly surface: ApiSurface;
  readonly kindSpan: Span;
  readonly namespace: string | undefined;
  /** The admission objects in workspace files. */
  readonly objects: AdmissionObjects | undefined;
}

/**
 * An object with its defaults and, if plugins run, the changes of built-in admission plugins: several alternatives where
 * objects outside of the workspace decide. Empty for a kind without a schema. Policies come last among the plugins that
 * change objects. Source: k8s.io/kubernetes pkg/kubeapiserver/options/plugins.go, AllOrderedPlugins.
 */
export function completed(sent: SentObject, runsPlugins: boolean): readonly CompletedObject[] {
  const { root, served, surface, kindSpan } = sent;
  const type = surface.rootType(served);
  if (type === undefined) return [];
  const form = withoutUnset(root, type);
  const draft = new DraftMap(form);
  const uncertain = defaultsInto(draft, form, served, surface);
  writeAsStored(draft, form, served, surface);
  const changes = runsPlugins ? pluginsInto({ ...sent, root: form, draft }, 'admission') : undefined;
  writePodLevel(draft, served, surface);
  writeForms(draft, type);
  const open = [...uncertain, ...(changes?.open ?? [])];
  const before = madeOf(draft, kindSpan, open, []);
  if (changes === undefined || changes.generated.items.length === 0) return [before];
  const places = changes.generated.items.map((item) => addGenerated(draft, item));
  const after = madeOf(draft, kindSpan, open, places);
  return changes.generated.isCertain ? [after] : [after, before];
}

function madeOf(draft: DraftMap, span: Span, open: readonly string[], places: readonly PathSteps[]): CompletedObject {
  const maker = new NodeMaker(span);
  const root = maker.map(draft);
  const generated = new Set(places.flatMap((steps) => valueAtSteps(root, steps.map(String)) ?? []));
  return { root, written: maker.added, generated, open };
}
