import { noSuccessorSentence } from '../../conversion/families.ts';
import { successors } from '../../conversion/successors.ts';
import { formatGroupVersionKind } from '../../targets/groupVersion.ts';
import { formatMinor, minor } from '../../targets/version.ts';
import { apiFinding, choiceOfVersions, describeVersions, servedSource } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** An API that Kubernetes once served and that is removed at the target's emulation version. */
export const removedApi: Check = {
  judgesParts: true,
  codes: [{ code: 'removed-api', consequences: ['not-served'], title: 'The API version is no longer served' }],
  resource: (subject, emit) => {
    const { availability, surface } = subject;
    if (availability.state !== 'removed') return;
    const { facts, lastServed } = availability;
    const newer = successors(surface, facts);
    const choices = newer.length > 0 ? newer : availability.alternatives;
    emit(
      apiFinding(subject, {
        code: 'removed-api',
        consequence: 'not-served',
        at: 'apiVersion',
        message: `${formatGroupVersionKind(facts)} was last served by Kubernetes ${formatMinor(lastServed)}`,
        why: `It was removed in ${formatMinor(minor(lastServed + 1))}; the target is ${describeVersions(surface)}.`,
        remedy:
          choices.length > 0
            ? `Use ${choiceOfVersions(choices)}.`
            : (noSuccessorSentence(facts) ??
              `No version of ${facts.kind} is served here: remove the object, or use what replaces the feature.`),
        source: servedSource(surface),
        movable: true,
      }),
    );
  },
};
