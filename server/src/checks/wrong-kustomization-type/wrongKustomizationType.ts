import { fieldProblemsOf, type WrongType } from '../../kustomize/kustomizationFields.ts';
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import type { Node } from '../../manifest/node.ts';
import type { Check, Emit } from '../check.ts';

/** Values of a wrong type in kustomizations, for which Kustomize fails. */
export const wrongKustomizationType: Check = {
  codes: [
    {
      code: 'wrong-kustomization-type',
      consequences: ['undecodable'],
      title: 'A kustomization field has a value of the wrong type',
    },
  ],
  document({ root, path }, emit) {
    if (kustomizeFileOf(root, path) !== 'Kustomization') return;
    for (const misfit of fieldProblemsOf(root)) if (misfit.misfit === 'type') emit(wrong(misfit));
  },
};

function wrong({ path, span, node, wanted }: WrongType): Parameters<Emit>[0] {
  return {
    code: 'wrong-kustomization-type',
    consequence: 'undecodable',
    path,
    span,
    message: `${path} must be ${nameOf(wanted)}, not ${described(node)}`,
    why: 'Kustomize decodes kustomizations into typed fields: with one value of the wrong type it builds nothing.',
    remedy: remedyFor(node, wanted),
    source: 'sigs.k8s.io/kustomize api/types/kustomization.go, Unmarshal',
    fixes: () => [],
  };
}

function nameOf(type: string): string {
  if (type.startsWith('[')) return 'a list';
  switch (type) {
    case 'string':
      return 'a string';
    case 'bool':
      return 'true or false';
    case 'int':
      return 'an integer';
    default:
      return 'an object';
  }
}

function described(node: Node): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'an object';
  const { value } = node;
  if (typeof value === 'string') return 'a string';
  return typeof value === 'boolean' ? String(value) : `the number ${value}`;
}

function remedyFor(node: Node, wanted: string): string {
  if (wanted.startsWith('[') && node.kind !== 'list') return 'Write it as an item of a list.';
  if (wanted === 'string' && node.kind === 'scalar') return 'Put it in quotes.';
  return `Write ${nameOf(wanted)}.`;
}
