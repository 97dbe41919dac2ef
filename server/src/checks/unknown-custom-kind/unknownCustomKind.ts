import { nearest, quotedChoice } from '../../text/nearest.ts';
import { apiFinding } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** A kind missing from a custom group whose definitions are all known. */
export const unknownCustomKind: Check = {
  codes: [
    {
      code: 'unknown-custom-kind',
      consequences: ['not-served', 'release-dependent'],
      title: 'No CustomResourceDefinition of the group has this kind',
    },
  ],
  resource: (subject, emit) => {
    const { availability, resource } = subject;
    if (availability.state !== 'custom-kind-unknown') return;
    const { origin, history, kinds, releases } = availability;
    const near = nearest(resource.kind, kinds);
    emit(
      apiFinding(subject, {
        code: 'unknown-custom-kind',
        consequence: releases === undefined ? 'not-served' : 'release-dependent',
        at: 'kind',
        message:
          releases === undefined
            ? `${origin} has no ${resource.apiVersion} ${resource.kind}`
            : `No release of ${releases.label} has ${resource.apiVersion} ${resource.kind}`,
        why: [
          releases === undefined
            ? `${origin} defines every kind of this group that the target has.`
            : 'The project defines every kind of this group. The release in the cluster is not known, so all known releases were searched; a newer one may have the kind.',
          ...(history === undefined ? [] : [history]),
        ].join(' '),
        remedy:
          near.length > 0
            ? `Did you mean ${quotedChoice(near)}?`
            : 'Correct the kind, or name a release or channel that has it under crds: of the target.',
        source: `the CustomResourceDefinitions of ${origin}`,
      }),
    );
  },
};
