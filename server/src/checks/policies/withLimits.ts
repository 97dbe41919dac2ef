import table from '../../../data/authored/admission.json' with { type: 'json' };
import { isPluginOn } from '../../admission/plugins.ts';
import { draftOf, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { NodeMaker } from '../completed/nodeOfDraft.ts';
import type { AdmittedObject } from './admittedObjects.ts';

const annotation = table.limitRangerAnnotation;

/**
 * The two forms of a created pod for which it is not known whether LimitRanger annotates it: without the annotation and
 * with it. What is the same for both is certain, although LimitRanges outside of the workspace decide. None if that does
 * not matter. Source: k8s.io/kubernetes plugin/pkg/admission/limitranger/admission.go, mergePodResourceRequirements.
 */
export function formsByLimits(object: AdmittedObject): readonly AdmittedObject[] {
  const { completion, resource, served, surface } = object;
  const isPod = served.group === '' && served.kind === 'Pod';
  if (!isPod || completion?.writers !== 'create' || !isPluginOn(surface, 'LimitRanger')) return [];
  const decided = [`metadata.annotations[${annotation}]`];
  const without = { ...object, completion: { ...completion, decided } };
  const draft = draftOf(resource.root);
  const annotations = draft.kind === 'map' ? draft.mapOrNew('metadata')?.mapOrNew('annotations') : undefined;
  if (draft.kind !== 'map' || annotations === undefined || annotations.string(annotation) !== undefined) return [];
  annotations.set(annotation, scalarDraft('LimitRanger plugin set'));
  const maker = new NodeMaker(resource.kindSpan);
  const root = maker.map(draft);
  const written = new Set([...completion.written, ...maker.added]);
  return [without, { ...object, resource: { ...resource, root }, completion: { ...completion, written, decided } }];
}
