import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { defaultClass } from '../../admission-plugin/defaultClass.ts';
import { fillIn } from '../fillIn.ts';
import type { AdmittedObject, PluginChange, PluginWriter } from './plugin.ts';

const { storage, ingress } = table.defaultClasses;

/** Fills in the class of a claim that names none. */
export const defaultStorageClass: PluginWriter = {
  plugin: 'DefaultStorageClass',
  kinds: [storage.of],
  write: (object) => writeClass(object, storage),
};

/** Fills in the class of an Ingress that names none. */
export const defaultIngressClass: PluginWriter = {
  plugin: 'DefaultIngressClass',
  kinds: [ingress.of],
  write: (object) => writeClass(object, ingress),
};

function writeClass(object: AdmittedObject, facts: typeof storage): PluginChange {
  const { draft } = object;
  const isNamed = draft.map('metadata')?.map('annotations')?.get(facts.namedBy) !== undefined;
  if (isNamed || draft.map('spec')?.get(facts.field) !== undefined) return {};
  const path = `spec.${facts.field}`;
  const found = defaultClass(object, facts);
  if (found?.isCertain() !== true) return { open: [path] };
  return { written: fillIn(draft, ['spec', facts.field], found.name) ? [path] : [] };
}
