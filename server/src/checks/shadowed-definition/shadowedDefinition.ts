import type { CustomDefinition } from '../../crd/definition.ts';
import { digestOf } from '../../crd/definitionDigest.ts';
import { InstalledVersion } from '../../crd/installed.ts';
import { definitionOf } from '../../crd/readDefinition.ts';
import type { Finding } from '../../finding.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { MapNode } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import type { Check } from '../check.ts';

/** A CustomResourceDefinition whose kind another definition defines differently for the target. */
export const shadowedDefinition: Check = {
  codes: [
    {
      code: 'shadowed-definition',
      consequences: ['advice'],
      title: 'Another definition of this kind differs',
    },
  ],
  resource: ({ resource, surface }, emit) => {
    const customDefinition = definitionIn(resource);
    const version = customDefinition?.versions.find(({ served }) => served)?.name;
    if (customDefinition === undefined || version === undefined) return;
    const { group, kind } = customDefinition;
    // Only this definition, or one that can be skipped without reading.
    if ((surface.definitionsAtMost?.(group, kind) ?? 0) < 2) return;
    const conflict = surface.definitionConflict?.({ group, version, kind });
    if (conflict !== undefined) {
      const digest = customDefinition.spec === undefined ? '' : digestOf(customDefinition.spec);
      if (!conflict.isFirst(digest))
        emit(shadowedFinding(resource.kindSpan, kind, conflict.first, conflict.has(digest)));
      return;
    }
    const available = surface.availability({ group, version, kind });
    const used = available.state === 'served' ? available.resource.custom : undefined;
    const origin = available.state === 'custom-version-not-served' ? available.origin : used?.origin;
    if (
      origin === undefined ||
      (used instanceof InstalledVersion && isSame(used.definition.spec, customDefinition.spec))
    )
      return;
    emit(shadowedFinding(resource.kindSpan, kind, origin, false));
  },
};

/**
 * The finding at a definition whose kind another one defines for the target.
 *
 * @param span the span that identifies the definition.
 * @param origin the origin of the other one, for messages.
 * @param counts whether this definition is used too: objects may be meant for either.
 */
export function shadowedFinding(span: Span, kind: string, origin: string, counts: boolean): Finding {
  return {
    code: 'shadowed-definition',
    consequence: 'advice',
    path: 'kind',
    span,
    ...sayShadowed(kind, origin, counts),
    source,
    fixes: () => [],
  };
}

const source = 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/';

function sayShadowed(kind: string, origin: string, counts: boolean): Pick<Finding, 'message' | 'why' | 'remedy'> {
  return counts
    ? {
        message: `Another definition of the kind ${kind} differs: ${origin}`,
        why: 'A server has one definition of a kind; which one is not known here. An object is checked by the definitions in its file, or else in its folder, chart or parallel tree. Without any there, it is checked by what all definitions agree on.',
        remedy: 'Remove the wrong definition, or name the folder of the right one under crds: { paths } of the target.',
      }
    : {
        message: `Resources of the kind ${kind} are checked by another definition: ${origin}`,
        why: 'A server has one definition of a kind. Definitions under crds of a target come first, then files of the workspace. A definition that the server refuses applies only if there is no other.',
        remedy: 'Remove the wrong definition, or name the folder of the right one under crds: { paths } of the target.',
      };
}

/** The definition in a resource. Embedded objects and parts define nothing. */
export function definitionIn(resource: Resource): CustomDefinition | undefined {
  if (resource.embedded !== undefined || resource.part !== undefined) return undefined;
  return definitionOf(resource);
}

function isSame(a: MapNode | undefined, b: MapNode | undefined): boolean {
  return a !== undefined && b !== undefined && (a === b || digestOf(a) === digestOf(b));
}
