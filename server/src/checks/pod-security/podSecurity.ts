import { type AdmissionObject, admissionOf, labelsOf } from '../../admission/admissionObjects.ts';
import { areSettingsKnown, isPluginOn } from '../../admission/plugins.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { labelValue } from '../../formats/label.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { AdmissionSettings } from '../../targets/admissionConfiguration.ts';
import { formatMinor } from '../../targets/version.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { requestOf } from '../admissionMatch.ts';
import type { Check, Emit, Subject } from '../check.ts';
import { podIn, podPath } from '../podTemplates.ts';
import { mayBeMutated } from '../possibleMutations.ts';
import { rootValue } from '../rootValue.ts';
import { Value } from '../value.ts';
import {
  badLabels,
  exemptPolicy,
  formatLevelVersion,
  type LevelVersion,
  levels,
  type Policy,
  policyOf,
} from './policy.ts';
import { describeViolations, violations } from './standards.ts';

const code = 'pod-security';
const plugin = 'PodSecurity';

/** The level that allows everything. */
const [privileged] = levels;

const source = 'k8s.io/pod-security-admission admission/admission.go, policy/check_*.go';

/** Pod Security findings from the labels of a namespace. */
export const podSecurity: Check = {
  codes: [
    {
      code,
      consequences: ['forbidden', 'warning', 'advice'],
      title: 'Pods violate the Pod Security Standard of their namespace',
    },
  ],
  resource(subject, emit) {
    const { availability, decoded, resource, surface } = subject;
    if (availability.state !== 'served' || decoded === undefined || decoded.errors.length > 0) return;
    const kind = `${availability.resource.group}/${availability.resource.kind}`;
    const isNamespace = kind === '/Namespace';
    if (!isNamespace && podPath(kind) === undefined) return;
    // Embedded objects and parts are not sent as written.
    if (resource.part !== undefined || resource.embedded !== undefined) return;
    if (subject.stored !== undefined && isIgnoredUpdate(kind, subject.stored.resource, resource)) return;
    if (!isPluginOn(surface, plugin)) return;
    if (isNamespace) {
      judgeLabels(subject, emit);
      judgeExemption(subject, emit);
    } else if (areSettingsKnown(surface, plugin)) judgePods(kind, subject, emit);
  },
};

/**
 * Whether the plugin ignores an update: that of a pod with the same images. Templates are checked on every update.
 * Source: k8s.io/pod-security-admission admission/admission.go, isSignificantPodUpdate.
 */
function isIgnoredUpdate(kind: string, stored: Resource, sent: Resource): boolean {
  if (kind === '/Namespace') return true;
  if (kind !== '/Pod') return false;
  const [before, now] = [stored, sent].map((pod) => imagesOf(Value.untyped(pod.root, undefined, pod.kindSpan)));
  return before === now;
}

function imagesOf(pod: Value): string {
  const lists = ['containers', 'initContainers', 'ephemeralContainers'].map((list) => pod.at('spec').at(list).items);
  return JSON.stringify(lists.map((list) => list.map((container) => container.at('image').text)));
}

/** A namespace that is sent with labels that no policy can be read from. */
function judgeLabels(subject: Subject, emit: Emit): void {
  const labels = rootValue(subject).at('metadata').at('labels');
  for (const { label, value, expected } of badLabels(labels.strings)) {
    // Invalid label values are refused earlier.
    if (labelValue(value).length > 0) continue;
    const at = labels.entry(label);
    emit({
      code,
      consequence: 'forbidden',
      path: formatPath(at.path),
      span: at.key,
      message: `The label ${label} is "${value}", but ${expected}`,
      why: `The admission plugin ${plugin} refuses a Namespace whose labels name an invalid policy.`,
      remedy: `Use a valid value: it ${expected}.`,
      source: 'k8s.io/pod-security-admission api/helpers.go, PolicyToEvaluate',
      fixes: () => [],
    });
  }
}

/** Warns about labels of a namespace that the server's own configuration exempts. */
function judgeExemption(subject: Subject, emit: Emit): void {
  const { resource, surface } = subject;
  const settings = surface.target.admissionConfiguration?.settings;
  if (resource.name === undefined || settings?.podSecurity?.namespaces.includes(resource.name) !== true) return;
  const labels = rootValue(subject).at('metadata').at('labels');
  const policy = exemptPolicy(labels.strings, surface);
  if (policy === undefined) return;
  emit({
    code,
    consequence: 'warning',
    path: formatPath(labels.path),
    span: { start: labels.key.start, end: labels.key.end },
    message: `namespace "${resource.name}" is exempt from Pod Security, and the policy (${policy}) will be ignored`,
    why: `${settings.file} exempts the namespace from the admission plugin ${plugin}.`,
    remedy: 'Remove the labels, or the exemption.',
    source,
    dependsOn: ['metadata.name', formatPath(labels.path)],
    fixes: () => [],
  });
}

function judgePods(kind: string, subject: Subject, emit: Emit): void {
  const { resource, surface } = subject;
  if (resource.namespace === undefined) return;
  const found = policyFor(resource.namespace, surface);
  if (found === undefined) return;
  const objects = admissionOf(surface);
  const request = objects && requestOf(subject, objects);
  if (objects === undefined || request === undefined || mayBeMutated(request, objects, subject)) return;
  const inside = podIn(kind, rootValue(subject));
  if (inside === undefined) return;
  const settings = surface.target.admissionConfiguration?.settings;
  const configured = settings?.podSecurity;
  const runtime = inside.pod.at('spec').at('runtimeClassName').text;
  if (configured?.namespaces.includes(resource.namespace) || configured?.runtimeClasses.includes(runtime)) return;
  // Who creates the object, or the pods of a template, is not known.
  const mayBeExempt = (configured?.usernames.length ?? 0) > 0;
  const { namespace, policy } = found;
  const { enforce, warn } = policy;
  const broken = violations(inside, enforce, surface);
  const report = (
    by: LevelVersion,
    words: string,
    all: typeof broken,
    consequence: 'forbidden' | 'warning' | 'advice',
  ) => {
    const at = all[0]?.at ?? inside.pod;
    const neverStarts = inside.isTemplate && broken.length > 0;
    emit({
      code,
      consequence: mayBeExempt ? 'advice' : consequence,
      path: formatPath(at.path),
      span: { start: at.key.start, end: at.key.end },
      message: `${words} PodSecurity "${formatLevelVersion(by)}": ${describeViolations(all)}`,
      why: `${setBy(namespace, settings)} set the policy that the admission plugin ${plugin} ${consequence === 'warning' ? 'warns by' : 'enforces on pods'}.${mayBeExempt ? ` Users that ${settings?.file ?? ''} names are exempt.` : ''}${neverStarts ? ` The object is stored; its pods are refused, by "${formatLevelVersion(enforce)}", and never start.` : ''}`,
      remedy: 'Change the pod to meet the standard, or change the level of the namespace.',
      source,
      dependsOn: [
        'metadata.namespace',
        formatPath(inside.pod.at('spec').path),
        formatPath(inside.pod.at('metadata').path),
      ],
      fixes: () => [],
    });
  };
  if (!inside.isTemplate && broken.length > 0) {
    report(enforce, 'violates', broken, 'forbidden');
    return;
  }
  const warned = violations(inside, warn, surface);
  if (warned.length > 0) report(warn, 'would violate', warned, 'warning');
  // The server accepts the template silently.
  else if (broken.length > 0) report(enforce, 'Its pods violate', broken, 'advice');
}

/** The origin of a policy, for messages. */
function setBy({ name, file }: AdmissionObject, settings: AdmissionSettings | undefined): string {
  const labels = `The labels of the Namespace ${name} in ${file}`;
  return settings?.podSecurity === undefined ? labels : `${labels} and the defaults in ${settings.file}`;
}

/** The policy of a namespace, if every file that has the namespace agrees. */
function policyFor(
  name: string,
  surface: ApiSurface,
): { readonly namespace: AdmissionObject; readonly policy: Policy } | undefined {
  const namespaces = admissionOf(surface)?.named('/Namespace', name) ?? [];
  const [first] = namespaces;
  if (first === undefined) return undefined;
  const policies = namespaces.map((namespace) => {
    const labels = labelsOf(namespace);
    return labels === undefined ? undefined : policyOf(labels, surface);
  });
  const [policy] = policies;
  const same = (policy: Policy | undefined) =>
    policy === undefined ? '' : `${key(policy.enforce)} ${key(policy.warn)}`;
  if (policy === undefined || !policies.every((candidate) => same(candidate) === same(policy))) return undefined;
  const allowsAll = policy.enforce.level === privileged && policy.warn.level === privileged;
  if (allowsAll || !namespaces.every(({ isCertain }) => isCertain())) return undefined;
  return { namespace: first, policy };
}

function key({ level, version }: LevelVersion): string {
  return `${level}:${version === undefined ? '' : formatMinor(version)}`;
}
