import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { asValue } from '../../admissionMatch.ts';
import type { Value } from '../../value.ts';
import { declared } from '../declared.ts';
import { hasPod, type PluginRequest, type PluginRule, type Refusal } from '../pluginRule.ts';
import {
  defaultPriority,
  globalDefaults,
  noPriority,
  type PodPriority,
  priorityClassKind,
  priorityNamed,
} from '../priorityClasses.ts';

/** Pods and groups of pods whose priority differs from that of their PriorityClass, and a second global default class. */
export const priority: PluginRule = {
  plugin: 'Priority',
  appliesTo: (request) => hasPod(request) || request.kind === priorityClassKind || groupOf(request) !== undefined,
  refusals: (request) => {
    if (request.kind === priorityClassKind) return ofClass(request);
    const group = groupOf(request);
    if (group === undefined) return ofSpec(request, request.pod?.at('spec'), wordsOfPod);
    const wordsOfGroup: Words = {
      priority: (written, computed) =>
        `priority set in the ${group.words} (${written}) must match the priority computed (${computed}) based on the priority class set in the spec`,
      policyIn: `${group.words} spec`,
      hasPolicy: request.surface.gates.get(groupPolicyGate)?.enabled === true,
    };
    return ofSpec(request, request.root.at('spec'), wordsOfGroup);
  },
  source: 'plugin/pkg/admission/priority/admission.go',
};

const { groups, groupPolicyGate } = table.priority;

function groupOf({ kind }: PluginRequest): (typeof groups)[number] | undefined {
  return groups.find((group) => group.kind === kind);
}

/** The server's words about pods or groups of pods. */
interface Words {
  readonly priority: (written: number, computed: number) => string;
  /** The object that has the preemption policy. */
  readonly policyIn: string;
  /** Whether the policy is compared. */
  readonly hasPolicy: boolean;
}

const wordsOfPod: Words = {
  priority: (written, computed) =>
    `the integer value of priority (${written}) must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`,
  policyIn: 'pod spec',
  hasPolicy: true,
};

function ofSpec(request: PluginRequest, spec: Value | undefined, words: Words): readonly Refusal[] {
  const name = spec?.at('priorityClassName');
  if (spec === undefined || name === undefined) return [];
  const [value, policy] = [spec.at('priority'), spec.at('preemptionPolicy')];
  if (!value.present && policy.empty) return [];
  const given = name.empty ? defaultPriority(request) : priorityNamed(name.text, request);
  const isOpen = name.empty && given === undefined;
  // Which of several is the default is not known.
  const found = isOpen && globalDefaults(request).length === 0 ? noPriority : given;
  if (found === undefined) return [];
  const { by } = found;
  const why = isOpen
    ? 'It names no PriorityClass, and no file defines a global default; the cluster may have one that allows it.'
    : `The PriorityClass ${found.name} ${whereIs(found, name.empty)} has the priority ${found.value} and the preemption policy ${found.preemptionPolicy}.`;
  // Files of one workspace may be for several clusters: a pod names its class, but not the default.
  const consequence = name.empty ? { consequence: 'advice' as const } : {};
  return [
    ...(value.number !== undefined && value.number !== found.value
      ? [
          {
            at: value,
            message: words.priority(value.number, found.value),
            ...{ why, remedy: 'Remove `priority`: the server fills it in.', by },
            ...consequence,
          },
        ]
      : []),
    ...(words.hasPolicy && !policy.empty && policy.text !== found.preemptionPolicy
      ? [
          {
            at: policy,
            message: `the string value of PreemptionPolicy (${policy.text}) must not be provided in ${words.policyIn}; priority admission controller computed ${found.preemptionPolicy} from the given PriorityClass name`,
            ...{ why, remedy: 'Remove `preemptionPolicy`: the server fills it in.', by },
            ...consequence,
          },
        ]
      : []),
  ];
}

function whereIs({ by }: PodPriority, isDefault: boolean): string {
  const [first] = by;
  if (first === undefined) return 'of every cluster';
  return isDefault ? `in ${first.file}, the global default,` : `in ${first.file}`;
}

/** A second global default class: the objects of one file are applied to one cluster in order. */
function ofClass(request: PluginRequest): readonly Refusal[] {
  const { root, objects } = request;
  const at = root.at('globalDefault');
  const admissionObject = at.isTrue
    ? declared(request, priorityClassKind, root.at('metadata').at('name').text)
    : undefined;
  if (admissionObject === undefined) return [];
  const first = objects
    ?.ofKind(priorityClassKind)
    .find(
      (candidate) =>
        candidate.file === admissionObject.file &&
        candidate.root.start < admissionObject.root.start &&
        asValue(candidate).at('globalDefault').isTrue,
    );
  if (first === undefined || first.name === admissionObject.name) return [];
  return [
    {
      at,
      message: `PriorityClass ${first.name} is already marked as default. Only one default can exist`,
      why: `The PriorityClass ${first.name} above is created first.`,
      remedy: 'Set globalDefault on one PriorityClass only.',
      by: [first, admissionObject],
    },
  ];
}
