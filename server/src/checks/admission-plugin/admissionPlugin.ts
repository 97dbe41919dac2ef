import { admissionOf } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import type { Finding } from '../../finding.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { requestOf } from '../admissionMatch.ts';
import type { Check, Emit, Subject } from '../check.ts';
import { droppedFieldsOf } from '../fieldGates.ts';
import { podIn } from '../podTemplates.ts';
import { mayBeMutated } from '../possibleMutations.ts';
import { Value } from '../value.ts';
import type { PluginRequest, PluginRule, Refusal } from './pluginRule.ts';
import { pluginRules } from './rules/registry.ts';

const code = 'admission-plugin';

/** Refusals of admission plugins, from the fields of an object and the admission objects of the workspace. */
export const admissionPlugin: Check = {
  codes: [
    {
      code,
      consequences: ['forbidden', 'invalid', 'advice'],
      title: 'An admission plugin refuses the object or its pods',
    },
  ],
  resource(subject, emit) {
    const { availability, decoded, resource, surface, change } = subject;
    if (availability.state !== 'served' || decoded === undefined || decoded.errors.length > 0) return;
    // Embedded objects and parts are not sent as written.
    if (resource.part !== undefined || resource.embedded !== undefined) return;
    const request = pluginRequest(subject);
    if (request === undefined) return;
    for (const rule of pluginRules) {
      if (!isFor(rule, request, change !== undefined) || !rule.appliesTo(request)) continue;
      if (isPluginOn(surface, rule.plugin)) judge(rule, request, subject, emit);
    }
  },
};

/** Whether a rule looks at a request. An update whose stored object is not known may leave everything as it was. */
function isFor({ updates }: PluginRule, { stored, isTemplate }: PluginRequest, isUpdate: boolean): boolean {
  if (!isUpdate) return updates !== 'only';
  return stored !== undefined && (updates !== undefined || isTemplate);
}

function pluginRequest(subject: Subject): PluginRequest | undefined {
  const { availability, resource, surface, decoded, stored } = subject;
  if (availability.state !== 'served') return undefined;
  const served = availability.resource;
  const type = surface.rootType(served);
  const isDropped = decoded === undefined ? () => false : droppedFieldsOf({ surface, resource }, decoded);
  const readAs = (of: typeof resource) =>
    new Value(of.root, undefined, of.kindSpan, type && { kind: 'object', type }, isDropped);
  const root = readAs(resource);
  const kind = `${served.group}/${served.kind}`;
  const inside = podIn(kind, root);
  const isClaim = kind === '/PersistentVolumeClaim';
  return {
    kind,
    served,
    surface,
    root,
    namespace: served.namespaced ? resource.namespace : undefined,
    pod: inside?.pod,
    claims: isClaim ? [root] : kind === 'apps/StatefulSet' ? root.at('spec').at('volumeClaimTemplates').items : [],
    isTemplate: kind !== '/Pod' && !isClaim,
    stored: stored && readAs(stored.resource),
    objects: admissionOf(surface),
  };
}

function judge(rule: PluginRule, request: PluginRequest, subject: Subject, emit: Emit): void {
  const refusals = rule.refusals(request);
  if (refusals.length === 0 || isMutated(request, subject)) return;
  for (const refusal of refusals) {
    if (refusal.by.every(({ isCertain }) => isCertain())) emit(finding(rule, refusal, request, subject));
  }
}

/** Whether policies of the workspace may change the object, or the pods that it makes. */
function isMutated({ objects, pod, isTemplate }: PluginRequest, subject: Subject): boolean {
  const request = objects && requestOf(subject, objects);
  if (objects === undefined || request === undefined) return false;
  if (mayBeMutated(request, objects, subject)) return true;
  if (pod === undefined || !isTemplate) return false;
  const labels = pod.at('metadata').at('labels').strings;
  const type = { group: '', version: 'v1', resource: 'pods', equivalents: () => [] };
  const ofPods = { ...request, ...type, name: undefined, labels };
  return mayBeMutated(ofPods, objects, { surface: subject.surface });
}

function finding(
  { plugin, source }: PluginRule,
  { at, message, why, remedy, consequence }: Refusal,
  { pod, isTemplate, claims }: PluginRequest,
  { resource }: Subject,
): Finding {
  const path = formatPath(at.path);
  const inside = isTemplate ? [pod, ...claims].find((part) => isWithin(path, part)) : undefined;
  const isMade = inside !== undefined;
  const makes = inside === pod ? 'pods' : 'claims';
  const text = isMade ? `Its ${makes} are refused: ${message}` : message;
  return {
    code,
    consequence: isMade ? 'advice' : (consequence ?? 'forbidden'),
    path,
    span: { start: at.key.start, end: at.key.end },
    message: text,
    why: `${why} The admission plugin ${plugin} ${isMade ? `refuses the ${makes}, not the object that creates them` : 'decides'}.`,
    remedy,
    source: source.startsWith('k8s.io/') ? source : `k8s.io/kubernetes ${source}`,
    dependsOn: ['metadata', ...resource.root.entries.map(({ key }) => key).filter((key) => !fixed.has(key))],
    fixes: () => [],
  };
}

const fixed: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function isWithin(path: string, value: Value | undefined): boolean {
  if (value === undefined) return false;
  const writtenPath = formatPath(value.path);
  return path === writtenPath || path.startsWith(`${writtenPath}.`) || path.startsWith(`${writtenPath}[`);
}
