import { type Finding, findingWithFixesLater } from '../../finding.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { apiFinding } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** A version of a custom resource that newer releases of its project no longer serve, or call deprecated. */
export const outdatedCustomVersion: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'outdated-custom-version',
      consequences: ['release-dependent', 'advice'],
      title: 'Newer releases deprecate or no longer serve the version',
    },
  ],
  resource: (subject, emit) => {
    const { availability, resource } = subject;
    const lifecycle = availability.state === 'served' ? availability.resource.custom?.lifecycle : undefined;
    if (availability.state !== 'served' || lifecycle === undefined) return;
    const { removed, deprecated, instead } = lifecycle;
    const { group } = availability.resource;
    const choice = instead.map((version) => formatGroupVersion({ group, version })).join(' or ');
    const verdict = { code: 'outdated-custom-version', at: 'apiVersion', source, movable: true } as const;
    if (removed !== undefined) {
      emit(
        withoutSafeFixes(
          apiFinding(subject, {
            ...verdict,
            consequence: 'release-dependent',
            message: `${removed} no longer serves ${resource.apiVersion} ${resource.kind}`,
            why: 'The definition of the newest release does not serve the version. The release in the cluster is not known; older ones serve it.',
            remedy:
              choice === '' ? `Find its replacement before you install ${removed}.` : `Use ${choice} and its fields.`,
          }),
        ),
      );
    } else if (deprecated !== undefined) {
      emit(
        withoutSafeFixes(
          apiFinding(subject, {
            ...verdict,
            consequence: 'advice',
            message: `${resource.apiVersion} ${resource.kind} has been deprecated since ${deprecated}`,
            why: 'The definition of the newest release marks the version as deprecated: the server then sends a warning with every response. The release in the cluster is not known.',
            remedy:
              choice === ''
                ? 'Find out what will replace it.'
                : `Use ${choice} once every cluster for this manifest serves it.`,
          }),
        ),
      );
    }
  },
};

const source = 'the CustomResourceDefinitions that each release of the project installs';

/** That the release in the cluster serves another version is for the author to know. */
function withoutSafeFixes(finding: Finding): Finding {
  return findingWithFixesLater(finding, () =>
    finding
      .fixes()
      .map((fix) => (fix.kind === 'safe' ? { ...fix, kind: 'partial', left: [...fix.left, served] } : fix)),
  );
}

const served = 'make sure that every cluster for this manifest serves the version';
