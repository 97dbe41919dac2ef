import type { ApiSurface } from '../../catalog/surface.ts';
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import type { Node } from '../../manifest/node.ts';
import { mapsAt } from '../../manifest/nodesAt.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { type FieldPath, formatPath } from '../../text/fieldPath.ts';
import type { Check, Emit } from '../check.ts';
import { judgeApiService } from './apiService.ts';
import { judgeApiVersion, judgeGroup } from './kinds.ts';
import {
  customReferences,
  type JudgeReference,
  kustomizeReferences,
  type ReferenceAtPath,
  referencesOf,
} from './references.ts';
import { judgeRule } from './rules.ts';
import { judgeSelection } from './selection.ts';
import { judgeSettings } from './settings.ts';

/** API names inside fields: the server accepts them as written, and the component that reads them finds nothing. */
export const apiReference: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'reference-not-served',
      consequences: ['advice'],
      title: 'A field names an API that the target does not serve',
    },
    {
      code: 'built-in-api-service',
      consequences: ['advice'],
      title: 'An APIService for a version that the API server serves',
    },
  ],
  resource({ resource, surface, text }, emit) {
    if (resource.partial !== undefined) return;
    const { group } = parseGroupVersion(resource.apiVersion) ?? {};
    if (group === undefined) return;
    judgeAt(resource.root, customReferences(group, resource.kind), surface, emit);
    judgeSettings(resource, text, surface, emit);
  },
  document({ root, path, surface }, emit) {
    const file = kustomizeFileOf(root, path);
    if (file !== undefined) judgeAt(root, kustomizeReferences(file), surface, emit);
  },
  object({ name }) {
    if (/^apiregistration\.[^.]+\.APIServiceSpec$/.test(name)) return judgeApiService;
    const references = referencesOf(name);
    if (references.length === 0) return undefined;
    return (object, { subject: { surface }, path }, emit) => {
      const reference = references.find(
        (structReference) => structReference.in === undefined || structReference.in.includes(holder(path)),
      );
      if (reference !== undefined) judge(object, path, reference, surface, emit);
    };
  },
};

/** The field that holds a struct, whether that is the value itself or an item of its list. */
function holder(path: FieldPath): string {
  return /([^.[]+)(?:\[[^\]]*\])?$/.exec(formatPath(path))?.[1] ?? '';
}

function judgeAt(root: Node, references: readonly ReferenceAtPath[], surface: ApiSurface, emit: Emit): void {
  for (const reference of references) {
    for (const { node, path } of mapsAt(root, reference.path)) judge(node, path, reference, surface, emit);
  }
}

const judge: JudgeReference = (object, path, reference, surface, emit) => {
  if (reference.form === 'rule') judgeRule(object, path, reference, surface, emit);
  else if (reference.form === 'apiVersion') judgeApiVersion(object, path, reference, surface, emit);
  else if (reference.form === 'selection') judgeSelection(object, path, reference, surface, emit);
  else judgeGroup(object, path, reference, surface, emit);
};
