import { apiFinding, choiceOfVersions } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** A version of a custom resource that its CustomResourceDefinition does not serve. */
export const customVersionNotServed: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'custom-version-not-served',
      consequences: ['not-served'],
      title: 'The CustomResourceDefinition does not serve this version',
    },
  ],
  resource: (subject, report) => {
    const { availability, resource } = subject;
    if (availability.state !== 'custom-version-not-served') return;
    const { origin, listed, history, alternatives } = availability;
    const what = listed ? 'has the version, but does not serve it' : 'has no such version';
    report(
      apiFinding(subject, {
        code: 'custom-version-not-served',
        consequence: 'not-served',
        at: 'apiVersion',
        message: `${resource.apiVersion} ${resource.kind} is not served: its CustomResourceDefinition (${origin}) ${what}`,
        why: [
          'The API server serves the versions of a custom resource that its definition marks with served: true.',
          ...(history === undefined ? [] : [history]),
        ].join(' '),
        remedy:
          alternatives.length > 0
            ? `Use ${choiceOfVersions(alternatives)}, and the fields that the resource has there.`
            : 'No version of the kind is served: take the object out, or install a definition that serves it.',
        source:
          'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
        movable: true,
      }),
    );
  },
};
