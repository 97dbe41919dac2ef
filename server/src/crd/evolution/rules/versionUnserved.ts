import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** A version that clients may use. */
export const versionUnserved: EvolutionRule = {
  code: 'crd-version-unserved',
  title: 'A version is no longer served',
  severity: 'warning',
  breaks: ['old clients'],
  why: 'Clients and manifests of the version get 404.',
  remedy: "Serve it with deprecated: true for as long as the project's deprecation policy promises.",
  source: versioning,
  definition({ before, after, atVersion }, emit) {
    for (const version of after.versions) {
      const earlier = before.versions.find(({ name }) => name === version.name);
      if (earlier?.served !== true || version.served) continue;
      const announced = earlier.deprecated ? '' : ', and was not marked as deprecated';
      emit(atVersion(version), `The version ${version.name} is no longer served${announced}`);
    }
  },
};
