import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { asValue } from '../../admissionMatch.ts';
import { declared } from '../declared.ts';
import { hasPod, type PluginRequest, type PluginRule, type Refusal } from '../pluginRule.ts';

/** Pods whose priority differs from that of their PriorityClass, and a second global default class. */
export const priority: PluginRule = {
  plugin: 'Priority',
  looksAt: (request) => hasPod(request) || request.kind === classKind,
  refusals: (request) => (request.kind === classKind ? ofClass(request) : ofPod(request)),
  source: 'plugin/pkg/admission/priority/admission.go',
};

const classKind = 'scheduling.k8s.io/PriorityClass';

interface PriorityClass {
  readonly value: number;
  readonly preemptionPolicy: string;
  readonly by: Refusal['by'];
  readonly where: string;
}

const { defaultPreemptionPolicy, classes } = table.priority;

function ofPod(request: PluginRequest): readonly Refusal[] {
  const spec = request.pod?.at('spec');
  const name = spec?.at('priorityClassName');
  if (spec === undefined || name === undefined) return [];
  const [value, policy] = [spec.at('priority'), spec.at('preemptionPolicy')];
  if (!value.present && policy.empty) return [];
  const found = name.empty ? withoutClass(request) : classOf(request, name.text);
  if (found === undefined) return [];
  const { by } = found;
  const why = name.empty
    ? 'The pod names no PriorityClass, and no file defines a global default; the cluster may have one that allows it.'
    : `The PriorityClass ${name.text} ${found.where} has the priority ${found.value} and the preemption policy ${found.preemptionPolicy}.`;
  const consequence = name.empty ? { consequence: 'advice' as const } : {};
  return [
    ...(value.number !== undefined && value.number !== found.value
      ? [
          {
            at: value,
            message: `the integer value of priority (${value.number}) must not be provided in pod spec; priority admission controller computed ${found.value} from the given PriorityClass name`,
            ...{ why, remedy: 'Remove `priority`: the server fills it in.', by },
            ...consequence,
          },
        ]
      : []),
    ...(!policy.empty && policy.text !== found.preemptionPolicy
      ? [
          {
            at: policy,
            message: `the string value of PreemptionPolicy (${policy.text}) must not be provided in pod spec; priority admission controller computed ${found.preemptionPolicy} from the given PriorityClass name`,
            ...{ why, remedy: 'Remove `preemptionPolicy`: the server fills it in.', by },
            ...consequence,
          },
        ]
      : []),
  ];
}

/** The priority of a pod without a class in a cluster without a global default; undefined if a file has one. */
function withoutClass({ objects }: PluginRequest): PriorityClass | undefined {
  if (objects?.ofKind(classKind).some((priorityClass) => asValue(priorityClass).at('globalDefault').isTrue))
    return undefined;
  return { value: 0, preemptionPolicy: defaultPreemptionPolicy, by: [], where: '' };
}

function classOf(request: PluginRequest, name: string): PriorityClass | undefined {
  const system = classes.find((candidate) => candidate.name === name);
  if (system !== undefined) {
    const { value } = system;
    return { value, preemptionPolicy: defaultPreemptionPolicy, by: [], where: 'of every cluster' };
  }
  const by = declared(request, classKind, name);
  const root = by && asValue(by);
  // The zero value is the default of a class that leaves it out.
  const value = root?.at('value').present ? root.at('value').number : 0;
  if (by === undefined || root === undefined || value === undefined) return undefined;
  const preemptionPolicy = root.at('preemptionPolicy').or(defaultPreemptionPolicy);
  return { value, preemptionPolicy, by: [by], where: `in ${by.file}` };
}

/** A second global default class: the objects of one file are applied to one cluster in order. */
function ofClass(request: PluginRequest): readonly Refusal[] {
  const { root, objects } = request;
  const at = root.at('globalDefault');
  const admissionObject = at.isTrue ? declared(request, classKind, root.at('metadata').at('name').text) : undefined;
  if (admissionObject === undefined) return [];
  const first = objects
    ?.ofKind(classKind)
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
