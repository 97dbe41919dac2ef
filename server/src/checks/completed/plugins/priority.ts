import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { defaultPriority, priorityNamed } from '../../admission-plugin/priorityClasses.ts';
import { fillIn } from '../fillIn.ts';
import { type AdmittedObject, type PluginChange, type PluginWriter, podKind } from './plugin.ts';

/** Fills in the priority of a pod or a group of pods. */
export const priority: PluginWriter = {
  plugin: 'Priority',
  kinds: [podKind, ...table.priority.groups.map(({ kind }) => kind)],
  write,
};

/** The gate is about groups alone. */
function hasPolicy({ served, surface }: AdmittedObject): boolean {
  return served.kind === 'Pod' || surface.gates.get(table.priority.groupPolicyGate)?.enabled === true;
}

function write(object: AdmittedObject): PluginChange {
  const { draft } = object;
  const name = draft.map('spec')?.string('priorityClassName') ?? '';
  const found = name === '' ? defaultPriority(object) : priorityNamed(name, object);
  const policy = hasPolicy(object) ? ['spec.preemptionPolicy'] : [];
  const open = ['spec.priority', ...policy, ...(name === '' ? ['spec.priorityClassName'] : [])];
  if (found?.by.every(({ isCertain }) => isCertain()) !== true) {
    return { open: open.filter((path) => draft.map('spec')?.get(path.replace('spec.', '')) === undefined) };
  }
  const { name: priorityClassName, value: number, preemptionPolicy } = found;
  const values = { priorityClassName, priority: number, ...(policy.length > 0 ? { preemptionPolicy } : {}) };
  return {
    written: Object.entries(values).flatMap(([field, value]) =>
      fillIn(draft, ['spec', field], value) ? [`spec.${field}`] : [],
    ),
  };
}
