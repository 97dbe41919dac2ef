import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { entryFor, type Node, stringFor, valueFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import type { Span } from '../text/span.ts';
import { type FieldStep, fieldSteps } from './fieldSteps.ts';
import { replacementsIn } from './replacements.ts';

/** A value in the output with a finding. */
export interface BuiltValue {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string | undefined;
  /** The path to it. */
  readonly steps: readonly string[];
  /** The value; undefined if absent. */
  readonly value: Node | undefined;
  /** The value in the manifest; undefined if absent. */
  readonly written: Node | undefined;
  /** The message, which identifies a wrong label among all. */
  readonly message: string;
}

/** The field of a kustomization that certainly writes a value: its key or its item. */
export function fieldThatWrites(root: Node, built: BuiltValue): Span | undefined {
  if (root.kind !== 'map') return undefined;
  const { steps, kind, apiVersion, name = '' } = built;
  const path = steps.join('.');
  const { field, named } = table.namespace;
  const replaced = variableOf(root, built) ?? replacementOf(root, steps);
  if (replaced !== undefined) return replaced;
  const isNamespace = kind === named.kind && apiVersion === named.apiVersion;
  const key = (field: string) => ((stringFor(root, field) ?? '') === '' ? undefined : entryFor(root, field)?.keySpan);
  if (isNamespace && (path === named.field || path === named.labels)) return key('namespace');
  if (path === field || steps.at(-1) === 'namespace') return key('namespace');
  if (path === 'metadata.name') return key('namePrefix') ?? key('nameSuffix') ?? generatorOf(root, name);
  if (path === table.replicasField) return itemOf(root, 'replicas[]', ['count'], built);
  if (steps.at(-1) === 'image') return itemOf(root, 'images[]', ['newName', 'newTag', 'digest'], built);
  if (steps.some((step) => table.labelFields.includes(step))) {
    return pairOf([...nodesAt(root, 'commonLabels'), ...nodesAt(root, 'labels[].pairs')], built);
  }
  return steps.some((step) => table.annotationFields.includes(step))
    ? pairOf(nodesAt(root, 'commonAnnotations'), built)
    : undefined;
}

/** The name of a variable in the original value. */
function variableOf(root: Node, { written }: BuiltValue): Span | undefined {
  const text = written?.kind === 'scalar' && typeof written.value === 'string' ? written.value : '';
  const used = mapsAt(root, 'vars[]').find(({ node }) => text.includes(`$(${stringFor(node, 'name') ?? ''})`));
  return used && valueFor(used.node, 'name');
}

/** The last field path of a replacement that leads there. */
function replacementOf(root: Node, steps: readonly string[]): Span | undefined {
  const paths = replacementsIn(root, 'Kustomization').flatMap(({ targets }) =>
    targets.flatMap(({ fieldPaths }) => fieldPaths),
  );
  const found = paths.findLast(({ text }) => {
    const path = fieldSteps(text, 'target');
    const leads = (step: FieldStep, at: number) =>
      step.kind === 'name' ? step.name === steps[at] : /^\d+$/.test(steps[at] ?? '');
    return path.length === steps.length && path.every(leads);
  });
  return found?.node;
}

/** The generator of a kustomization that makes an object of a name, which may have got a prefix, a suffix and a hash. */
export function generatorOf(root: Node, name: string): Node | undefined {
  const generators = ['configMapGenerator[]', 'secretGenerator[]'].flatMap((field) => nodesAt(root, field));
  const [found, ...others] = generators.filter(
    ({ node }) => node.kind === 'map' && name.includes(stringFor(node, 'name') ?? name),
  );
  return others.length === 0 ? found?.node : undefined;
}

/** The item of a list of a kustomization with a value that is at the place. */
function itemOf(root: Node, field: string, keys: readonly string[], { value }: BuiltValue): Span | undefined {
  const text = textOf(value);
  const [found, ...others] = nodesAt(root, field).filter(({ node }) =>
    keys.some((key) => {
      const memberText = node.kind === 'map' ? textOf(valueFor(node, key)) : undefined;
      return memberText !== undefined && memberText !== '' && text?.includes(memberText) === true;
    }),
  );
  return others.length === 0 ? found?.node : undefined;
}

function pairOf(pairs: readonly { readonly node: Node }[], { steps, message }: BuiltValue): Span | undefined {
  const [found, ...others] = pairs.flatMap(({ node }) =>
    node.kind !== 'map'
      ? []
      : node.entries.filter(
          ({ key, value }) =>
            steps.includes(key) ||
            [key, textOf(value)].some((candidate) => message.includes(JSON.stringify(candidate))),
        ),
  );
  return others.length === 0 ? found?.keySpan : undefined;
}

function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' ? String(node.value) : undefined;
}
