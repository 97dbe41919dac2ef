import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import { parseIp } from '../../formats/ip.ts';
import { valueAtSteps } from '../../manifest/lookup.ts';
import type { MapNode, Node } from '../../manifest/node.ts';
import { type DraftMap, draftOf, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { factMinor } from '../../targets/version.ts';
import type { PathSteps } from '../../text/fieldPath.ts';
import { fillIn } from '../completed/fillIn.ts';
import { NodeMaker } from '../completed/nodeOfDraft.ts';
import type { AdmittedObject } from './admittedObjects.ts';

/** What the registry of a kind writes before an object is validated. */
interface Preparation {
  /** Paths that are certain from then on, although the server writes them. */
  readonly decided: readonly string[];
  /** The places of placeholders for what it generates. */
  readonly generated: readonly PathSteps[];
}

/** @param sent the object as the client sent it. */
type Prepare = (draft: DraftMap, surface: ApiSurface, sent: MapNode) => Preparation | undefined;

const prepareByKind: ReadonlyMap<string, Prepare> = new Map<string, Prepare>([
  ['/Namespace', prepareNamespace],
  ['/Service', prepareService],
  ['batch/Job', prepareJob],
]);

const { namespace: ofNamespace, job: ofJob, service: ofService } = table.prepared;

/**
 * A created object as policies that validate see it: the registry of its kind prepares it, and Services get addresses,
 * before the validating plugins run. Source: k8s.io/apiserver pkg/registry/generic/registry/store.go, create.
 */
export function preparedObject(object: AdmittedObject): AdmittedObject {
  const { resource, served, surface, completion } = object;
  const prepare = completion?.writers === 'create' ? prepareByKind.get(`${served.group}/${served.kind}`) : undefined;
  const draft = draftOf(resource.root);
  if (prepare === undefined || completion === undefined || draft.kind !== 'map') return object;
  const preparation = prepare(draft, surface, completion.sent.resource.root);
  if (preparation === undefined) return object;
  const maker = new NodeMaker(resource.kindSpan);
  const root = maker.map(draft);
  const generated = preparation.generated.flatMap((steps) => valueAtSteps(root, steps.map(String)) ?? []);
  return {
    ...object,
    resource: { ...resource, root },
    completion: {
      ...completion,
      written: new Set([...completion.written, ...maker.added]),
      generated: new Set([...completion.generated, ...generated]),
      decided: preparation.decided,
    },
  };
}

/** Source: pkg/registry/core/namespace/strategy.go, PrepareForCreate. */
function prepareNamespace(draft: DraftMap): Preparation {
  const finalizers = draft.mapOrNew('spec', { after: 'metadata' })?.list('finalizers');
  const { finalizer, decided } = ofNamespace;
  if (finalizers === undefined) fillIn(draft, ['spec', 'finalizers'], [finalizer]);
  else if (!finalizers.items.some((item) => item.kind === 'scalar' && item.value === finalizer)) {
    finalizers.items.push(scalarDraft(finalizer));
  }
  return { decided, generated: [] };
}

/**
 * Source: pkg/registry/batch/job/strategy.go, generateSelector. A Job without labels shares the map of its template's,
 * also an empty one, so that the generated ones may appear in both.
 */
function prepareJob(draft: DraftMap, surface: ApiSurface, sent: MapNode): Preparation | undefined {
  const spec = draft.map('spec');
  if (spec === undefined || surface.versions.binary < factMinor(ofJob.since)) return undefined;
  const template = ['template', 'metadata', 'labels'];
  const isUnlabelled = isEmptyMap(valueAtSteps(sent, ['metadata', 'labels']));
  const shares = isUnlabelled && isMap(valueAtSteps(sent, ['spec', ...template]));
  // Only a later read gives it the labels of the template.
  if (isUnlabelled && !shares) draft.map('metadata')?.take('labels');
  const decided = shares ? ofJob.decided : [...ofJob.decided, 'metadata.labels'];
  if (spec.scalar('manualSelector') === true) return { decided, generated: [] };
  const name = draft.map('metadata')?.string('name');
  const ids = [
    ...ofJob.idLabels.map((label) => ['spec', ...template, label]),
    ['spec', 'selector', 'matchLabels', ofJob.selects],
  ];
  const names = ofJob.nameLabels.map((label) => ['spec', ...template, label]);
  const added = ids.filter((steps) => fillIn(draft, steps, ''));
  const unnamed = names.filter((steps) => fillIn(draft, steps, name ?? '') && name === undefined);
  return { decided, generated: [...added, ...unnamed] };
}

function isMap(node: Node | undefined): boolean {
  return node?.kind === 'map';
}

function isEmptyMap(node: Node | undefined): boolean {
  return node?.kind !== 'map' || node.entries.length === 0;
}

/** Source: pkg/registry/core/service/storage/alloc.go, initIPFamilyFields. */
function prepareService(draft: DraftMap, surface: ApiSurface): Preparation {
  const spec = draft.map('spec');
  const type = spec?.string('type') ?? '';
  const { external, ofEvery } = ofService;
  if (spec === undefined) return { decided: [], generated: [] };
  if (type === external.type) return { decided: [...ofEvery, ...external.decided], generated: [] };
  const addresses = [spec.string('clusterIP') ?? ''].filter((address) => address !== '');
  const families = familiesOf(spec, addresses, surface);
  if (families !== undefined) addFamilies(draft, families);
  return {
    decided: [
      ...ofEvery,
      ...(addresses.length > 0 ? ofService.addressed : []),
      ...(families === undefined ? [] : ['spec.ipFamilies']),
      ...(ofService.withoutNodePorts.includes(type) ? ['spec.ports[].nodePort'] : []),
      ...(type === ofService.balanced.type && spec.string('externalTrafficPolicy') === ofService.balanced.policy
        ? []
        : ['spec.healthCheckNodePort']),
    ],
    generated: [],
  };
}

/** The IP families of a Service that is not external; undefined where the networks of the target decide and are unknown. */
function familiesOf(
  spec: DraftMap,
  addresses: readonly string[],
  { serviceNetworks }: ApiSurface,
): readonly string[] | undefined {
  const [address = ''] = addresses;
  const networks = serviceNetworks?.addresses?.map((network) => familyName(network.address.family));
  const written = spec
    .list('ipFamilies')
    ?.items.flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
  const given = spec.list('clusterIPs')?.items.flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
  const inferred = (given ?? addresses).flatMap((ip) => {
    const family = parseIp(ip)?.family;
    return family === undefined ? [] : [familyName(family)];
  });
  const [first] = [...(written ?? []), ...inferred, ...(networks ?? [])];
  const several = [written ?? [], inferred].find(({ length }) => length > 1);
  if (several !== undefined || first === undefined) return several;
  const { policies, headless, families } = ofService;
  const policy = spec.string('ipFamilyPolicy');
  if (policy === policies.single) return [first];
  const both = [first, ...families.filter((family) => family !== first)];
  const hasNoSelector = (spec.map('selector')?.size ?? 0) === 0;
  if ((address === headless && hasNoSelector) || policy === policies.dual) return both;
  if (networks === undefined) return undefined;
  return networks.length > 1 ? both : [first];
}

function familyName(family: number): string {
  return `IPv${family}`;
}

function addFamilies(draft: DraftMap, families: readonly string[]): void {
  const list = draft.map('spec')?.list('ipFamilies');
  if (list === undefined || list.items.length === 0) {
    draft.map('spec')?.take('ipFamilies');
    fillIn(draft, ['spec', 'ipFamilies'], families);
  } else for (const family of families.slice(list.items.length)) list.items.push(scalarDraft(family));
}
