import { fieldProblemsOf, type WrongType } from '../../kustomize/kustomizationFields.ts';
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import type { Node } from '../../manifest/node.ts';
import { resolvePlain } from '../../manifest/read/resolveScalar.ts';
import type { Check, Emit } from '../check.ts';
import { type WrongKey, wrongKeysOf } from './keysOfKustomize.ts';

/** Values of a wrong type in kustomizations, for which Kustomize fails. */
export const wrongKustomizationType: Check = {
  codes: [
    {
      code: 'wrong-kustomization-type',
      consequences: ['undecodable'],
      title: 'A kustomization field has a value of the wrong type',
    },
  ],
  document({ root, path, text }, emit) {
    if (kustomizeFileOf(root, path) !== 'Kustomization') return;
    for (const misfit of fieldProblemsOf(root)) if (misfit.misfit === 'type') emit(wrong(misfit));
    for (const key of wrongKeysOf(root)) emit(wrongKey(key, text));
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

function wrongKey({ path, entry, isWord }: WrongKey, text: string): Parameters<Emit>[0] {
  const { keySpan: span, key } = entry;
  const written = text.slice(span.start, span.end);
  return {
    code: 'wrong-kustomization-type',
    consequence: 'undecodable',
    path,
    span,
    message: `the key ${written} is ${typeof resolvePlain(key) === 'boolean' ? 'a boolean' : 'no text'} where Kustomize sets it`,
    why: 'Kustomize writes the key without quotes and reads the result as YAML: the build fails, since keys of JSON are text.',
    remedy: isWord ? `Write "${written}" in quotes.` : 'Choose another key, or set it in the manifests.',
    source: 'kustomize build of Kustomize 5.8.1: json: unsupported type: map[interface {}]interface {}',
    fixes: () =>
      isWord
        ? [{ title: `Put ${written} in quotes`, kind: 'safe', edits: [{ span, newText: `"${written}"` }], left: [] }]
        : [],
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
