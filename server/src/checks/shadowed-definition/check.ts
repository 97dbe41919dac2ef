import type { CustomDefinition } from '../../crd/definition.ts';
import { digestOf } from '../../crd/definitionDigest.ts';
import { InstalledVersion } from '../../crd/installed.ts';
import { readDefinition } from '../../crd/readDefinition.ts';
import type { Finding } from '../../finding.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { MapNode } from '../../manifest/node.ts';
import { apiFinding, type Judged } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** A CustomResourceDefinition of a kind that another definition, which says something else, defines for the target. */
export const shadowedDefinition: Check = {
  readsDefinitions: true,
  codes: [
    {
      code: 'shadowed-definition',
      consequences: ['advice'],
      title: 'Custom resources of this kind are judged by another definition',
    },
  ],
  resource: (subject, report) => {
    const { resource, surface } = subject;
    const own = definitionIn(resource);
    const version = own?.versions.find(({ served }) => served)?.name;
    if (own === undefined || version === undefined) return;
    const { group, kind } = own;
    const available = surface.availability({ group, version, kind });
    const used = available.state === 'served' ? available.resource.custom : undefined;
    const origin = available.state === 'custom-version-not-served' ? available.origin : used?.origin;
    if (origin === undefined || (used instanceof InstalledVersion && isSame(used.definition.spec, own.spec))) return;
    report(shadowedFinding(subject, kind, origin));
  },
};

/** The finding at a definition of a kind that another one defines for the target. */
export function shadowedFinding(subject: Judged, kind: string, origin: string): Finding {
  return apiFinding(subject, {
    code: 'shadowed-definition',
    consequence: 'advice',
    at: 'kind',
    message: shadowedMessage(kind, origin),
    why: 'A server has one definition of a kind. What a target names under crds counts first, then the files of the workspace in the order of their names, those that the server refuses last.',
    remedy:
      'Remove the definition that is not meant, or name the folder of the one that is under crds: { paths } of the target.',
    source: 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/',
  });
}

/** @param origin where the definition that counts is from, for people. */
export function shadowedMessage(kind: string, origin: string): string {
  return `Resources of the kind ${kind} are judged by another definition: ${origin}`;
}

/** The definition that a resource is. One inside another object, or a part of one, defines nothing that could be meant here. */
export function definitionIn(resource: Resource): CustomDefinition | undefined {
  if (resource.embedded !== undefined || resource.part !== undefined) return undefined;
  return readDefinition(resource, { label: '', file: undefined, isPartial: false });
}

function isSame(a: MapNode | undefined, b: MapNode | undefined): boolean {
  return a !== undefined && b !== undefined && (a === b || digestOf(a) === digestOf(b));
}
