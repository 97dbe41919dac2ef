import type { Lifecycle } from '../../catalog/catalog.ts';
import { successors } from '../../conversion/successors.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../../target/groupVersion.ts';
import { formatMinor } from '../../target/version.ts';
import { apiFinding, choiceOfVersions, describeVersions } from '../apiFinding.ts';
import type { Check } from '../check.ts';
import { deprecationOf } from '../deprecation.ts';

/** A served API for which the server sends a deprecation warning with every answer. */
export const deprecatedApi: Check = {
  codes: [
    { code: 'deprecated-api', consequences: ['warning'], title: 'The API server warns that the API is deprecated' },
  ],
  resource: (subject, report) => {
    const { availability, surface } = subject;
    if (availability.state !== 'served') return;
    const lifecycle = deprecationOf(surface, availability.resource);
    if (lifecycle === undefined) return;
    const newer = successors(surface, availability.resource);
    const { replacement } = lifecycle;
    report(
      apiFinding(subject, {
        code: 'deprecated-api',
        consequence: 'warning',
        at: 'apiVersion',
        message: warning(availability.resource, lifecycle),
        why: `The target is ${describeVersions(surface)}; the binary's own version decides about this warning.`,
        remedy:
          newer.length > 0
            ? `Use ${choiceOfVersions(newer)}.`
            : replacement === undefined
              ? 'This target serves nothing newer; plan for the release that removes it.'
              : `Move to ${formatGroupVersionKind(replacement)}.`,
        source: 'k8s.io/apiserver pkg/endpoints/deprecation, called in pkg/endpoints/installer.go',
        movable: true,
      }),
    );
  },
};

/** The text of the Warning header. */
function warning(gvk: GroupVersionKind, { deprecated, removed, replacement }: Lifecycle): string {
  return [
    formatGroupVersionKind(gvk),
    deprecated === undefined ? ' is deprecated' : ` is deprecated in v${formatMinor(deprecated)}+`,
    removed === undefined ? '' : `, unavailable in v${formatMinor(removed)}+`,
    replacement === undefined ? '' : `; use ${formatGroupVersionKind(replacement)}`,
  ].join('');
}
