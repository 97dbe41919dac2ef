import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Selectable fields must stay selectable. */
export const selectableFieldRemoved: EvolutionRule = {
  code: 'crd-selectable-field-removed',
  title: 'A selectable field was removed',
  severity: 'error',
  breaks: ['old clients'],
  why: 'The server refuses a list or watch with a field selector that is not in selectableFields with 400: "field label not supported".',
  remedy: 'Keep the entry of selectableFields in this version, and drop it in a new one.',
  source: definitions,
  definition({ before, after, atVersion }, emit) {
    for (const version of after.versions) {
      const earlier = before.versions.find(({ name }) => name === version.name);
      if (earlier?.served !== true || !version.served) continue;
      for (const path of earlier.selectableFields) {
        if (version.selectableFields.includes(path)) continue;
        emit(atVersion(version), `Objects can no longer be selected by ${path} in ${version.name}`);
      }
    }
  },
};
