import { factAt } from '../../catalog/catalog.ts';
import { formatGroupVersionKind } from '../../targets/groupVersion.ts';
import { apiFinding, describeVersions, servedSource } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** A served API that is off by default: alpha, beta since 1.24, or behind a gate that is off by default. */
export const optInApi: Check = {
  judgesParts: true,
  codes: [
    { code: 'opt-in-api', consequences: ['advice'], title: 'The API is served only because settings turn it on' },
  ],
  resource: (subject, emit) => {
    const { availability, surface } = subject;
    if (availability.state !== 'served') return;
    const { facts } = availability.resource;
    const { binary, emulation } = surface.versions;
    const gates = (factAt(facts.gates, binary) ?? []).filter((name) => surface.gates.get(name)?.default === false);
    const off = factAt(facts.enabledByDefault, binary) === false;
    if (!off && gates.length === 0) return;
    const by = [...(off ? ['the runtime config'] : []), ...gates.map((name) => `the feature gate ${name}`)];
    const alpha = facts.stability === 'alpha';
    const emulated =
      alpha && emulation !== binary
        ? " Alpha APIs behave as in the binary's version, not as in the emulated version."
        : '';
    emit(
      apiFinding(subject, {
        code: 'opt-in-api',
        consequence: 'advice',
        at: 'apiVersion',
        message: `${formatGroupVersionKind(facts)} is served only because ${by.join(' and ')} turns it on`,
        why: `The target is ${describeVersions(surface)}, where this ${facts.stability} API is off by default.${emulated}`,
        remedy: alpha
          ? 'It may change or disappear without notice; avoid it in clusters that must be upgraded.'
          : 'Make sure that every cluster for this manifest has the same settings.',
        source: servedSource(surface),
      }),
    );
  },
};
