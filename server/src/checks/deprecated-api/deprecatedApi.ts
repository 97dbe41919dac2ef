import { type Lifecycle, removalOf } from '../../catalog/catalog.ts';
import type { CustomServing, ServedResource } from '../../catalog/surface.ts';
import { noSuccessorSentence } from '../../conversion/families.ts';
import { successors } from '../../conversion/successors.ts';
import type { Finding } from '../../finding.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import { apiFinding, choiceOfVersions, describeVersions } from '../apiFinding.ts';
import type { Check, Subject } from '../check.ts';
import { deprecationOf } from '../deprecation.ts';

/** A served API whose responses carry a deprecation warning. */
export const deprecatedApi: Check = {
  judgesParts: true,
  codes: [
    { code: 'deprecated-api', consequences: ['warning'], title: 'The API server warns that the API is deprecated' },
  ],
  resource: (subject, emit) => {
    const { availability, surface } = subject;
    if (availability.state !== 'served') return;
    const lifecycle = deprecationOf(surface, availability.resource);
    if (lifecycle === undefined) {
      const { custom } = availability.resource;
      if (custom?.deprecationWarning !== undefined) emit(customWarning(subject, custom, custom.deprecationWarning));
      return;
    }
    const newer = successors(surface, availability.resource);
    const { replacement } = lifecycle;
    const emulates = surface.versions.emulation !== surface.versions.binary;
    emit(
      apiFinding(subject, {
        code: 'deprecated-api',
        consequence: 'warning',
        at: 'apiVersion',
        message: warning(availability.resource, lifecycle),
        why: [
          `The target is ${describeVersions(surface)}${emulates ? '; the version of the binary decides whether it warns' : ''}.`,
          ...removedOtherwise(lifecycle, availability.resource),
        ].join(' '),
        remedy:
          newer.length > 0
            ? `Use ${choiceOfVersions(newer)}.`
            : replacement === undefined
              ? (noSuccessorSentence(availability.resource) ??
                'This target does not serve a newer version; plan for the release that removes this one.')
              : `Use ${formatGroupVersionKind(replacement)}.`,
        source: 'k8s.io/apiserver pkg/endpoints/deprecation, called in pkg/endpoints/installer.go',
        movable: true,
      }),
    );
  },
};

/** The warning of a CustomResourceDefinition, which has the text from its author or from the server. */
function customWarning(subject: Subject, { origin, announcement }: CustomServing, message: string): Finding {
  return apiFinding(subject, {
    code: 'deprecated-api',
    consequence: 'warning',
    at: 'apiVersion',
    message,
    why: [
      `The CustomResourceDefinition (${origin}) marks the version as deprecated.`,
      ...(announcement === undefined ? [] : [announcement]),
    ].join(' '),
    remedy: 'Use a version of the definition that is not deprecated.',
    source: 'k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go',
    movable: true,
  });
}

/** The minor in which releases removed an API, if it differs from the warning. */
function removedOtherwise({ removed }: Lifecycle, { facts }: ServedResource): readonly string[] {
  const removal = removalOf(facts);
  return removal === undefined || removal === removed ? [] : [`It was removed in ${formatMinor(removal)}.`];
}

/** The text of the Warning header. */
function warning(gvk: GroupVersionKind, { deprecated, removed, replacement }: Lifecycle): string {
  return [
    formatGroupVersionKind(gvk),
    deprecated === undefined ? ' is deprecated' : ` is deprecated in v${formatMinor(deprecated)}+`,
    removed === undefined ? '' : `, unavailable in v${formatMinor(removed)}+`,
    replacement === undefined ? '' : `; use ${formatGroupVersionKind(replacement)}`,
  ].join('');
}
