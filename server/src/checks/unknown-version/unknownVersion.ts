import { compareVersions, formatGroupVersion } from '../../targets/groupVersion.ts';
import { nearest, quotedChoice } from '../../text/nearest.ts';
import { apiFinding, choiceOfVersions, describeVersions, servedSource } from '../apiFinding.ts';
import { isCallBody } from '../callBody.ts';
import type { Check } from '../check.ts';

/** A version of one of Kubernetes' own groups that never had the kind, while other versions do. */
export const unknownVersion: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'unknown-version',
      consequences: ['not-served'],
      title: 'No release of Kubernetes has the kind in this version',
    },
  ],
  resource: (subject, emit) => {
    const { availability, surface, resource } = subject;
    if (availability.state !== 'unknown-version' || isCallBody(subject)) return;
    const { known, alternatives } = availability;
    const versions = known
      .filter(({ served }) => served.length > 0)
      .sort((a, b) => compareVersions(a.version, b.version))
      .map(formatGroupVersion);
    const near = nearest(resource.apiVersion, alternatives.map(formatGroupVersion), 1);
    emit(
      apiFinding(subject, {
        code: 'unknown-version',
        consequence: 'not-served',
        at: 'apiVersion',
        message: `No Kubernetes release has ${resource.kind} in ${resource.apiVersion}`,
        why: `The versions of ${resource.kind} are ${versions.join(', ')}; the target is ${describeVersions(surface)}.`,
        remedy:
          near.length > 0
            ? `Did you mean ${quotedChoice(near)}? The target serves ${choiceOfVersions(alternatives)}.`
            : alternatives.length > 0
              ? `Use ${choiceOfVersions(alternatives)}.`
              : `The target does not serve any of them.`,
        source: servedSource(surface),
      }),
    );
  },
};
