import { apiFinding, choiceOfVersions } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** A version of a custom resource that its CustomResourceDefinition does not serve. */
export const customVersionNotServed: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'custom-version-not-served',
      consequences: ['not-served', 'release-dependent'],
      title: 'The CustomResourceDefinition does not serve this version',
    },
  ],
  resource: (subject, emit) => {
    const { availability, resource } = subject;
    if (availability.state !== 'custom-version-not-served') return;
    const { origin, listed, history, alternatives, releases } = availability;
    const what = listed ? 'has the version, but does not serve it' : 'has no such version';
    emit(
      apiFinding(subject, {
        code: 'custom-version-not-served',
        consequence: releases === undefined ? 'not-served' : 'release-dependent',
        at: 'apiVersion',
        message:
          releases === undefined
            ? `${resource.apiVersion} ${resource.kind} is not served: its CustomResourceDefinition (${origin}) ${what}`
            : `No release of ${releases.label} serves ${resource.apiVersion} ${resource.kind}`,
        why: [
          'The API server serves a version of a custom resource only if its definition marks it with served: true.',
          ...(history === undefined ? [] : [history]),
        ].join(' '),
        remedy:
          alternatives.length > 0
            ? `Use ${choiceOfVersions(alternatives)} and its fields.`
            : 'No version of the kind is served: remove the object, or install a definition that serves it.',
        source:
          'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
        movable: true,
      }),
    );
  },
};
