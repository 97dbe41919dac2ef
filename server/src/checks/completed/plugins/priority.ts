import { defaultPriority, priorityNamed } from '../../admission-plugin/priorityClasses.ts';
import { fillIn } from '../fillIn.ts';
import { type AdmittedObject, type PluginChange, type PluginWriter, podKind } from './plugin.ts';

/** Fills in the priority of a pod. */
export const priority: PluginWriter = { plugin: 'Priority', kinds: [podKind], write };

const paths = ['spec.priority', 'spec.preemptionPolicy'];

function write(object: AdmittedObject): PluginChange {
  const { draft } = object;
  const name = draft.map('spec')?.string('priorityClassName') ?? '';
  const found = name === '' ? defaultPriority(object) : priorityNamed(name, object);
  const open = [...paths, ...(name === '' ? ['spec.priorityClassName'] : [])];
  if (found?.by.every(({ isCertain }) => isCertain()) !== true) {
    return { open: open.filter((path) => draft.map('spec')?.get(path.replace('spec.', '')) === undefined) };
  }
  const values = { priorityClassName: found.name, priority: found.value, preemptionPolicy: found.preemptionPolicy };
  return {
    written: Object.entries(values).flatMap(([field, value]) =>
      fillIn(draft, ['spec', field], value) ? [`spec.${field}`] : [],
    ),
  };
}
