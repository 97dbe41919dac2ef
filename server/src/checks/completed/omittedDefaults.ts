import type { DefaultCase, DefaultFacts, FactValue } from '../../catalog/conversionFacts.ts';
import { type Measured, measuredAt, sameValue, unmeasured } from '../../catalog/measuredDefaults.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { isNull, type MapNode, type Node, valueFor } from '../../manifest/node.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import type { Minor } from '../../targets/version.ts';

/** An omitted field with its default. */
export interface OmittedField {
  /** `spec.containers[0].imagePullPolicy` */
  readonly path: string;
  readonly value: Measured<FactValue>;
}

/** The omitted fields with their defaults at a target; `unmeasured` if a default is uncertain. */
export function defaultsLeftOut(root: MapNode, gvk: GroupVersionKind, surface: ApiSurface): readonly OmittedField[] {
  const facts = surface.catalog.defaults(gvk);
  if (facts === undefined) return [];
  const ofKind = leftOut(root, facts, '', surface);
  const pod = facts.podTemplate;
  const podFacts = pod === undefined ? undefined : surface.catalog.defaults({ group: '', version: 'v1', kind: 'Pod' });
  const template = pod === undefined ? undefined : locate(root, pod);
  if (podFacts === undefined || template?.kind !== 'map') return ofKind;
  return [...ofKind, ...leftOut(template, podFacts, `${pod}.`, surface)];
}

function leftOut(root: MapNode, facts: DefaultFacts, prefix: string, surface: ApiSurface): readonly OmittedField[] {
  const paths = new Set(facts.cases.flatMap(({ values }) => [...values.keys()]));
  return [...paths].flatMap((pattern) =>
    [...omittedPaths(root, pattern)].flatMap(({ path, parentThere }): readonly OmittedField[] => {
      const measured = defaultOf(root, facts, pattern, parentThere ? 'filled' : 'empty', surface);
      // An object with every struct shows no struct defaults.
      const value =
        measured ??
        (isEmptyStruct(measured, facts, pattern) ? defaultOf(root, facts, pattern, 'empty', surface) : measured);
      return value === undefined || value === null ? [] : [{ path: prefix + path, value }];
    }),
  );
}

function isEmptyStruct(ownDefault: unknown, { cases }: DefaultFacts, path: string): boolean {
  const plain = cases.find(({ object, when }) => object === 'empty' && when === undefined)?.values.get(path);
  return ownDefault === undefined && plain?.some(([, value]) => JSON.stringify(value) === '{}') === true;
}

/** The default of a path at a target; undefined if there is none. */
export function defaultOf(
  root: MapNode,
  facts: DefaultFacts,
  path: string,
  object: DefaultCase['object'],
  surface: ApiSurface,
): Measured<FactValue | undefined> {
  const { binary, emulation } = surface.versions;
  const other = object === 'empty' ? 'filled' : 'empty';
  // The binary's code decides together with the gates of the emulation version: certain if both agree.
  const byBinary = defaultIn(root, facts, path, object, binary);
  // A default that follows from other fields differs in the other object: the manifest may resemble either.
  const inOther = defaultIn(root, facts, path, other, binary);
  if (inOther !== undefined && byBinary !== undefined && !sameValue(byBinary, inOther)) return unmeasured;
  if (binary === emulation) return byBinary;
  const byEmulation = defaultIn(root, facts, path, object, emulation);
  return byBinary !== unmeasured && sameValue(byBinary, byEmulation) ? byBinary : unmeasured;
}

function defaultIn(
  root: MapNode,
  { cases, measuredIn }: DefaultFacts,
  path: string,
  object: DefaultCase['object'],
  minor: Minor,
): Measured<FactValue | undefined> {
  let value: Measured<FactValue | undefined>;
  for (const defaultCase of cases) {
    if (defaultCase.object !== object || (defaultCase.when !== undefined && !holds(root, defaultCase.when))) continue;
    const history = defaultCase.values.get(path);
    if (history !== undefined) value = measuredAt(history, measuredIn, minor);
    else if (defaultCase.when !== undefined && defaultCase.absent.some(([, absent]) => absent.includes(path))) {
      const absent = measuredAt(defaultCase.absent, measuredIn, minor);
      if (absent === unmeasured || absent?.includes(path) === true)
        value = absent === unmeasured ? unmeasured : undefined;
    }
  }
  return value;
}

function holds(root: MapNode, { path, value }: { readonly path: string; readonly value: string }): boolean {
  const node = locate(root, path);
  return node?.kind === 'scalar' && String(node.value) === value;
}

/** The value at a path without lists. */
export function locate(root: MapNode, path: string): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path.split('.')) node = node?.kind === 'map' ? valueFor(node, step) : undefined;
  return node;
}

/** The paths where a field is omitted: one per item of the enclosing lists. */
export function* omittedPaths(
  node: Node,
  pattern: string,
  path = '',
): Iterable<{ readonly path: string; readonly parentThere: boolean }> {
  if (node.kind !== 'map' || isNull(node)) return;
  const [step = '', ...rest] = pattern.split('.');
  const name = step.replace('[]', '');
  const below = path === '' ? name : `${path}.${name}`;
  const value = valueFor(node, name);
  if (rest.length === 0) {
    if (value === undefined) yield { path: below, parentThere: true };
  } else if (value === undefined) {
    // Fields in an absent list are not defaulted.
    if (!pattern.includes('[]')) yield { path: below === '' ? pattern : joined(path, pattern), parentThere: false };
  } else if (step === name) yield* omittedPaths(value, rest.join('.'), below);
  else if (value.kind === 'list') {
    for (const [index, item] of value.items.entries()) yield* omittedPaths(item, rest.join('.'), `${below}[${index}]`);
  }
}

function joined(path: string, pattern: string): string {
  return path === '' ? pattern : `${path}.${pattern}`;
}
