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
      title: 'The API version is introduced in a later release',
    },
  ],
  resource: (subject, emit) => {
    const { availability, surface } = subject;
    if (availability.state !== 'not-yet-served') return;
    const { facts, introduced, inBinary, alternatives } = availability;
    const remedies = [
      alternatives.length > 0
        ? `Use ${choiceOfVersions(alternatives)} until then.`
        : `Do not apply the object until the cluster runs ${formatMinor(introduced)}.`,
    ];
    if (inBinary && surface.catalog.binary(surface.versions.binary).flags.has(forwardFlag)) {
      const setting = `${formatGroupVersion(facts)}/${facts.resource ?? ''}=true`;
      remedies.push(
        `To serve it while emulating the older version, start with --${forwardFlag} and --runtime-config=${setting}.`,
      );
    }
    emit(
      apiFinding(subject, {
        code: 'api-not-yet-served',
        consequence: 'not-served',
        at: 'apiVersion',
        message: `${formatGroupVersionKind(facts)} is served from Kubernetes ${formatMinor(introduced)} on`,
        why: inBinary
          ? `The target is ${describeVersions(surface)}: the binary has the API, but emulation hides APIs newer than the emulated version.`
          : `The target is ${describeVersions(surface)}.`,
        remedy: remedies.join(' '),
        source: servedSource(surface),
        movable: true,
      }),
    );
  },
};

const forwardFlag = 'runtime-config-emulation-forward-compatible';
