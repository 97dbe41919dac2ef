import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Clients need a release that serves old and new. */
export const servedSwitchedAtOnce: EvolutionRule = {
  code: 'crd-version-replaced-at-once',
  title: 'A version replaces another in one step',
  severity: 'error',
  breaks: ['old clients', 'rollback'],
  why: 'No release serves both versions, so clients must change at the same moment as the server.',
  remedy: 'Serve both versions for at least one release.',
  source: apiChanges,
  definition({ before, after, atVersion }, emit) {
    const isServed = (name: string): boolean =>
      after.versions.some((version) => version.name === name && version.served);
    const gone = before.versions.filter(({ name, served }) => served && !isServed(name));
    const fresh = after.versions.filter(
      ({ name, served }) => served && !before.versions.some((version) => version.name === name),
    );
    const kept = before.versions.some(({ name, served }) => served && isServed(name));
    const [first] = fresh;
    if (first === undefined || gone.length === 0 || kept) return;
    const names = gone.map(({ name }) => name).join(', ');
    emit(atVersion(first), `The version ${first.name} replaces ${names}: no release serves both`);
  },
};
