import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { entryFor, mapFor, type Node, type ScalarNode, type ScalarValue, stringFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';
import type { AssembledResource } from './assembled.ts';
import type { DeclaredVariable, VariableField, Variables } from './declaredVariables.ts';
import { expandVariables } from './expandVariables.ts';
import { variableSteps } from './fieldSteps.ts';
import { type FillOrigin, filledRoot } from './fill.ts';
import type { ReadDocuments } from './layerWrites.ts';
import { matchOf, readSelector } from './resourceSelector.ts';
import { isCertain, sourceSteps, sourceValue, textNode } from './sourceValue.ts';
import { WrittenResource } from './writtenResource.ts';

/** The variables of a kustomization itself. @param file its absolute path. */
export function variablesOf(root: Node, file: string, read: ReadDocuments): Variables {
  const declared = mapsAt(root, 'vars[]').flatMap(({ node, path }): readonly DeclaredVariable[] => {
    const name = stringFor(node, 'name');
    const object = mapFor(node, 'objref');
    if (name === undefined || object === undefined) return [];
    const fieldref = mapFor(node, 'fieldref');
    // Decoding makes no difference between upper and lower case.
    const key = fieldref?.entries.find((entry) => entry.key.toLowerCase() === 'fieldpath')?.key ?? '';
    const field = (fieldref && stringFor(fieldref, key)) ?? 'metadata.name';
    const by = { file, path: formatPath(fieldOf(path, 'name')) };
    return [{ name, object: readSelector(object, false), field: variableSteps(field), by }];
  });
  const configurations = mapsOf(root).map((path) => read(path));
  const fields = configurations.flatMap((documents) => documents?.flatMap(referencesIn) ?? []);
  return { declared, fields, isOpen: configurations.includes(undefined) };
}

function mapsOf(root: Node): readonly string[] {
  const list = root.kind === 'map' ? entryFor(root, 'configurations')?.value : undefined;
  return list?.kind === 'list' ? list.items.map((item) => (item.kind === 'scalar' ? String(item.value) : '')) : [];
}

function referencesIn(document: Node): readonly VariableField[] {
  return mapsAt(document, 'varReference[]').map(({ node }) => {
    const kind = stringFor(node, 'kind');
    const path = (stringFor(node, 'path') ?? '').replaceAll('[]', '').split('/');
    return { path, kinds: kind === undefined ? undefined : [kind] };
  });
}

/** The combined variables of several kustomizations. */
export function joined(all: readonly Variables[]): Variables {
  return {
    declared: all.flatMap(({ declared }) => declared),
    fields: all.flatMap(({ fields }) => fields),
    isOpen: all.some(({ isOpen }) => isOpen),
  };
}

const byDefault: readonly VariableField[] = table.varReferences.fields.map((field) => ({
  path: field.path.split('/'),
  kinds: 'kinds' in field ? field.kinds : undefined,
}));

/**
 * The output after variable substitution, which comes last.
 *
 * Source: ResolveVars in `api/internal/accumulator/resaccumulator.go` of sigs.k8s.io/kustomize.
 */
export function withVariables(
  resources: readonly AssembledResource[],
  variables: Variables,
): readonly AssembledResource[] {
  const { declared, fields, isOpen } = variables;
  if (declared.length === 0) return resources;
  const values = new Map(
    declared.map((variable) => [variable.name, { by: variable.by, value: valueFrom(variable, resources) }] as const),
  );
  const all = [...byDefault, ...fields];
  return resources.map((resource) => {
    const written = new WrittenResource(resource);
    for (const { object, field } of declared) {
      const read = matchOf(object, resource) === 'no' ? undefined : sourceSteps(resource, field);
      if (read !== undefined) written.read(read);
    }
    const fieldsOfKind = all.filter(({ kinds }) => kinds === undefined || kinds.includes(resource.kind));
    fill(written, fieldsOfKind, values);
    if (isOpen) written.change(({ node, message }) => (quotesVariable(node, message, values) ? 'may' : 'none'));
    return written.now();
  });
}

type Values = ReadonlyMap<string, { readonly by: FillOrigin; readonly value: ScalarValue | undefined }>;

function fill(resource: WrittenResource, fields: readonly VariableField[], values: Values): void {
  const { root, fills } = resource.now();
  const filled = root && filledRoot(root, fills);
  for (const { path } of fields) {
    for (const { node, steps } of filled === undefined ? [] : textsAt(filled, path, [])) {
      const { used, value } = expandVariables(node.value, (name) => values.get(name)?.value);
      const variableValues = used.flatMap((name) => values.get(name) ?? []);
      const [first] = variableValues;
      const isKnown = variableValues.every((use) => use.value !== undefined) && isCertain(resource.now(), steps, node);
      if (first !== undefined && !isKnown) resource.open();
      if (first === undefined || value === node.value || !isKnown) continue;
      resource.fill({ steps, value: { ...textNode(''), value }, by: first.by });
    }
    resource.note(({ steps, node, message }) => {
      const names = steps.filter((step) => !/^\d+$/.test(step));
      const isThere = path.every((name, index) => names[index] === name);
      return isThere && quotesVariable(node, message, values) ? 'surely' : 'none';
    });
  }
}

/** An error of one of several, such as labels, is reported at all of them. */
function quotesVariable(node: Node | undefined, message: string, values: Values): boolean {
  const text = node?.kind !== 'scalar' ? message : typeof node.value === 'string' ? node.value : '';
  return [...values.keys()].some((name) => text.includes(`$(${name})`));
}

interface TextAtPath {
  readonly node: ScalarNode & { readonly value: string };
  readonly steps: readonly string[];
}

/** The texts at a path through lists, and those directly in a list or map at its end. */
function textsAt(node: Node, [step, ...rest]: readonly string[], steps: readonly string[]): readonly TextAtPath[] {
  if (step === undefined) {
    const inside = node.kind === 'list' ? node.items.map((item, index) => [String(index), item] as const) : [];
    const entries = node.kind === 'map' ? node.entries.map(({ key, value }) => [key, value] as const) : inside;
    const scalars = node.kind === 'scalar' ? [[undefined, node] as const] : entries;
    return scalars.flatMap(([key, text]) =>
      text.kind === 'scalar' && typeof text.value === 'string'
        ? [{ node: { ...text, value: text.value }, steps: key === undefined ? steps : [...steps, key] }]
        : [],
    );
  }
  if (node.kind === 'list') {
    return node.items.flatMap((item, index) => textsAt(item, [step, ...rest], [...steps, String(index)]));
  }
  const value = node.kind === 'map' ? entryFor(node, step)?.value : undefined;
  return value === undefined ? [] : textsAt(value, rest, [...steps, step]);
}

function valueFrom(
  { object, field }: DeclaredVariable,
  resources: readonly AssembledResource[],
): ScalarValue | undefined {
  if (object.version === '' || object.kind === '') return undefined;
  // Without a namespace, all match.
  const matches = resources.filter((resource) => matchOf(object, resource) !== 'no');
  const [found, ...others] = matches;
  if (found === undefined || others.length > 0 || matchOf(object, found) !== 'yes') return undefined;
  // Generated names get a hash suffix.
  const isName = field.map((step) => (step.kind === 'name' ? step.name : '')).join('.') === 'metadata.name';
  if (isName && found.root === undefined) return undefined;
  const value = sourceValue(found, field)?.value;
  return value === null ? undefined : value;
}
