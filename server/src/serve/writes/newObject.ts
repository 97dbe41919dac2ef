import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import { groupResource } from '../../catalog/catalog.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { writeForms, writtenStructs } from '../../checks/completed/writtenForms.ts';
import { isValueList, isValueMap, type Value, type ValueMap, valueAt } from '../../conversion/value.ts';
import { installedVersion } from '../../crd/installed.ts';
import { DraftMap } from '../../manifest/reconcile/draft.ts';
import { draftFields } from './emptyObject.ts';
import { metadataOf, withMetadata } from './finished.ts';
import { qosClassOf } from './podQos.ts';

/**
 * A new object with what the server makes up for its kind (`PrepareForCreate` in k8s.io/kubernetes pkg/registry): its
 * status, and what follows from its uid and the time.
 *
 * @param object with the metadata that every new object has.
 * @param time of the create.
 */
export function newObject(object: ValueMap, served: ServedResource, surface: ApiSurface, time: string): ValueMap {
  const { status: sent, ...others } = object;
  const made = makers.get(groupResource(served.group, served.resource))?.(others, surface, time);
  const bare = made?.object ?? others;
  if (!isStatusNew(served, surface) && sent !== undefined) return { ...bare, status: sent };
  const empty = emptyStatus(served, surface);
  const status = empty === undefined && made?.status === undefined ? undefined : { ...empty, ...made?.status };
  return status === undefined ? bare : { ...bare, status };
}

/** Whether the server replaces the status that a client sends. */
function isStatusNew(served: ServedResource, surface: ApiSurface): boolean {
  const custom = installedVersion(served);
  if (custom !== undefined) return custom.hasStatus;
  const name = groupResource(served.group, served.resource);
  return !keptStatuses.has(name) && surface.rootType(served)?.fields.has('status') === true;
}

const keptStatuses: ReadonlySet<string> = new Set(table.keptStatus);

/** What the Go struct of a status always writes; undefined if the struct itself is left out. */
function emptyStatus(served: ServedResource, surface: ApiSurface): ValueMap | undefined {
  const type = served.custom === undefined ? surface.rootType(served) : undefined;
  const status = type?.fields.get('status')?.type;
  if (type === undefined || status?.kind !== 'object' || !writtenStructs(type).includes('status')) return undefined;
  const draft = new DraftMap();
  writeForms(draft, status.type);
  return draftFields(draft);
}

/** The changes of a new object by the strategy of its kind. */
interface Made {
  readonly object?: ValueMap;
  readonly status?: ValueMap;
}

type Maker = (object: ValueMap, surface: ApiSurface, time: string) => Made;

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['namespaces', () => ({ status: { phase: 'Active' } })],
  ['persistentvolumeclaims', () => ({ status: { phase: 'Pending' } })],
  ['persistentvolumes', (_, __, time) => ({ status: { phase: 'Pending', lastPhaseTransitionTime: time } })],
  ['pods', (object, surface, time) => ({ status: podStatus(object, surface, time) })],
  ['jobs.batch', (object) => ({ object: withSelector(object) })],
  ['customresourcedefinitions.apiextensions.k8s.io', (object) => ({ status: { storedVersions: storageOf(object) } })],
]);

/** Source: pkg/registry/core/pod/strategy.go, applySchedulingGatedCondition. */
function podStatus(object: ValueMap, surface: ApiSurface, time: string): ValueMap {
  const gates = valueAt(object, ['spec', 'schedulingGates']);
  const condition: ValueMap = {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: time,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
  const isGated = isValueList(gates) && gates.length > 0;
  return {
    phase: 'Pending',
    ...(isGated ? { conditions: [condition] } : {}),
    qosClass: qosClassOf(object['spec'] ?? {}, surface),
  };
}

/** Source: pkg/registry/batch/job/strategy.go, generateSelector. */
function withSelector(object: ValueMap): ValueMap {
  const { uid = '', labels: own } = metadataOf(object);
  const spec = mapOf(object['spec']);
  if (spec['manualSelector'] === true) return object;
  const template = mapOf(spec['template']);
  const templateLabels = mapOf(metadataOf(template)['labels']);
  const uids: ValueMap = { 'batch.kubernetes.io/controller-uid': uid, 'controller-uid': uid };
  const selector = mapOf(spec['selector']);
  const matchLabels: ValueMap = {
    'batch.kubernetes.io/controller-uid': uid,
    ...mapOf(selector['matchLabels']),
  };
  const labelled = withMetadata(template, { labels: { ...uids, ...templateLabels } });
  const made: ValueMap = { ...object, spec: { ...spec, selector: { ...selector, matchLabels }, template: labelled } };
  // A Job without labels gets those of its template.
  return isValueMap(own) && own['job-name'] !== undefined ? withMetadata(made, { labels: { ...uids, ...own } }) : made;
}

function storageOf(object: ValueMap): Value {
  const versions = valueAt(object, ['spec', 'versions']);
  const stored = isValueList(versions) ? versions.filter(isValueMap).filter(({ storage }) => storage === true) : [];
  return stored.map(({ name }) => name ?? '');
}

function mapOf(value: Value | undefined): ValueMap {
  return isValueMap(value) ? value : {};
}
