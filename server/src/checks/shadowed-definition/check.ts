import { InstalledVersion } from '../../crd/installed.ts';
import { readDefinition } from '../../crd/readDefinition.ts';
import { jsonOf, jsonText } from '../../crd/schema/json.ts';
import type { MapNode } from '../../manifest/node.ts';
import { apiFinding } from '../apiFinding.ts';
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
    // A definition inside another object, or a part of one, defines nothing that could be meant here.
    if (resource.embedded !== undefined || resource.part !== undefined) return;
    const own = readDefinition(resource, { label: '', file: undefined, isPartial: false });
    const version = own?.versions.find(({ served }) => served)?.name;
    if (own === undefined || version === undefined) return;
    const { group, kind } = own;
    const available = surface.availability({ group, version, kind });
    const used = available.state === 'served' ? available.resource.custom : undefined;
    const origin = available.state === 'custom-version-not-served' ? available.origin : used?.origin;
    if (origin === undefined || (used instanceof InstalledVersion && isSame(used.definition.spec, own.spec))) return;
    report(
      apiFinding(subject, {
        code: 'shadowed-definition',
        consequence: 'advice',
        at: 'kind',
        message: `Resources of the kind ${kind} are judged by another definition: ${origin}`,
        why: 'A server has one definition of a kind. What a target names under crds counts first, then the files of the workspace in the order of their names.',
        remedy:
          'Remove the definition that is not meant, or name the folder of the one that is under crds: { paths } of the target.',
        source: 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/',
      }),
    );
  },
};

function isSame(a: MapNode | undefined, b: MapNode | undefined): boolean {
  return a !== undefined && b !== undefined && (a === b || jsonText(jsonOf(a, a)) === jsonText(jsonOf(b, b)));
}
