import { formatGroupVersion, formatGroupVersionKind } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import { apiFinding, choiceOfVersions, describeVersions, servedSource } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** An API that comes with a later minor than the one the target emulates. */
export const apiNotYetServed: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'api-not-yet-served',
      consequences: ['not-served'],
      title: 'The API version comes with a later Kubernetes',
    },
  ],
  resource: (subject, report) => {
    const { availability, surface } = subject;
    if (availability.state !== 'not-yet-served') return;
    const { facts, introduced, inBinary, alternatives } = availability;
    const remedies = [
      alternatives.length > 0
        ? `Use ${choiceOfVersions(alternatives)} until then.`
        : `Keep the object back until the cluster is at ${formatMinor(introduced)}.`,
    ];
    if (inBinary && surface.catalog.binary(surface.versions.binary).flags.has(forwardFlag)) {
      const setting = `${formatGroupVersion(facts)}/${facts.resource ?? ''}=true`;
      remedies.push(
        `To serve it ahead of the emulated version, start with --${forwardFlag} and --runtime-config=${setting}.`,
      );
    }
    report(
      apiFinding(subject, {
        code: 'api-not-yet-served',
        consequence: 'not-served',
        at: 'apiVersion',
        message: `${formatGroupVersionKind(facts)} is served from Kubernetes ${formatMinor(introduced)} on`,
        why: inBinary
          ? `The target is ${describeVersions(surface)}: the binary has the API, and emulation hides what is newer.`
          : `The target is ${describeVersions(surface)}.`,
        remedy: remedies.join(' '),
        source: servedSource(surface),
        movable: true,
      }),
    );
  },
};

const forwardFlag = 'runtime-config-emulation-forward-compatible';
