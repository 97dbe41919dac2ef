import type { ApiSurface, EnableInstructions } from '../../catalog/surface.ts';
import { formatGroupVersion, formatGroupVersionKind } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import { apiFinding, choiceOfVersions, describeVersions, servedSource } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** An API that the target knows and that its settings leave off. */
export const apiNotEnabled: Check = {
  judgesParts: true,
  codes: [{ code: 'api-not-enabled', consequences: ['not-served'], title: 'The API version is turned off' }],
  resource: (subject, emit) => {
    const { availability, surface } = subject;
    if (availability.state !== 'not-enabled') return;
    const { facts, enable, alternatives } = availability;
    const other = alternatives.length > 0 ? ` Or use ${choiceOfVersions(alternatives)}, which the target serves.` : '';
    emit(
      apiFinding(subject, {
        code: 'api-not-enabled',
        consequence: 'not-served',
        at: 'apiVersion',
        message: `${formatGroupVersionKind(facts)} is turned off`,
        why: `The target is ${describeVersions(surface)}; ${whatIsOff(enable)}.`,
        remedy: whatTurnsItOn(enable, surface) + other,
        source: servedSource(surface),
        movable: true,
      }),
    );
  },
};

function whatIsOff({ runtimeConfig, gates }: EnableInstructions): string {
  const parts = [
    ...(runtimeConfig === undefined ? [] : [`the runtime config does not enable ${formatGroupVersion(runtimeConfig)}`]),
    ...gates.map(({ name }) => `the feature gate ${name} is off`),
  ];
  return parts.join(', and ');
}

function whatTurnsItOn({ runtimeConfig, gates }: EnableInstructions, { versions, target }: ApiSurface): string {
  const stuck = gates.filter(({ settable }) => !settable).map(({ name }) => name);
  if (stuck.length > 0)
    return `It cannot be turned on here: ${stuck.join(', ')} cannot be set at ${formatMinor(versions.emulation)}.`;
  const flags = [
    ...(runtimeConfig === undefined ? [] : [`--runtime-config=${formatGroupVersion(runtimeConfig)}=true`]),
    ...(gates.length === 0 ? [] : [`--feature-gates=${gates.map(({ name }) => `${name}=true`).join(',')}`]),
  ];
  if (target.managedBy !== undefined) {
    return `${target.managedBy} sets the flags of the API server: check whether it offers ${flags.join(' and ')}.`;
  }
  return `Start the API server with ${flags.join(' and ')}.`;
}
