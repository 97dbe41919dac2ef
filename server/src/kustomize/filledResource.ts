import table from '../../data/authored/substitutions.json' with { type: 'json' };
import type { Resource } from '../manifest/manifest.ts';
import { type MapNode, mapFor, type Node, type ScalarNode, type ScalarValue, stringFor } from '../manifest/node.ts';
import { resolvePlain } from '../manifest/read/resolveScalar.ts';
import { substituteVariables, type ValueOf } from './envsubst.ts';

/** A controller that substitutes variables in what it applies. */
export interface Substitution {
  /** Its name in messages. */
  readonly name: string;
  readonly given: ValueOf;
  /** The file of the object, absolute, where it applies to the cluster that it is in itself. */
  readonly appliedWith?: string;
  /** The names of its targets; all if unknown. */
  readonly targets?: readonly string[];
  /** A key that distinguishes its values. */
  readonly values: string;
  /** Whether it certainly has a variable. Without any, Flux leaves objects as they are written. */
  readonly hasVariables: boolean;
}

/** Whether anything may be filled into a text. */
export function mayBeFilled(text: string): boolean {
  return text.includes('${') || text.includes('$$');
}

/**
 * A resource after variable substitution, with values re-read: a text may become a number. Spans stay. Unknown
 * variables stay as written. The same resource if nothing is substituted.
 */
export function filledResource(resource: Resource, { given }: Substitution): Resource {
  if (isLeftAlone(resource.root)) return resource;
  const root = filledMap(resource.root, given);
  if (root === resource.root) return resource;
  const metadata = mapFor(root, 'metadata');
  const name = metadata === undefined ? undefined : stringFor(metadata, 'name');
  const namespace = metadata === undefined ? undefined : stringFor(metadata, 'namespace');
  const apiVersion = filledText(resource.root, root, 'apiVersion') ?? resource.apiVersion;
  const kind = filledText(resource.root, root, 'kind') ?? resource.kind;
  return { ...resource, root, apiVersion, kind, name, namespace };
}

/** The text of a key if substitution changed it. */
function filledText(before: MapNode, root: MapNode, key: string): string | undefined {
  const text = stringFor(root, key);
  return text === stringFor(before, key) ? undefined : text;
}

/** The paths of the label and the annotation that ask Flux to leave an object as it is written. */
export const disablingPaths: readonly string[] = ['labels', 'annotations'].map(
  (field) => `metadata.${field}[${table.disabled.key}]`,
);

/** Whether an object asks to be left as it is written, by a label or an annotation. */
export function isLeftAlone(root: MapNode): boolean {
  const { key, value } = table.disabled;
  const metadata = mapFor(root, 'metadata') ?? root;
  return ['labels', 'annotations'].some((field) => stringFor(mapFor(metadata, field) ?? metadata, key) === value);
}

function filledMap(map: MapNode, given: ValueOf): MapNode {
  let isChanged = false;
  const entries = map.entries.map((entry) => {
    const key = mayBeFilled(entry.key) ? (substituteVariables(entry.key, given) ?? entry.key) : entry.key;
    const value = filledNode(entry.value, given);
    if (key === entry.key && value === entry.value) return entry;
    isChanged = true;
    return { ...entry, key, value };
  });
  return isChanged ? { ...map, entries } : map;
}

function filledNode(node: Node, given: ValueOf): Node {
  if (node.kind === 'map') return filledMap(node, given);
  if (node.kind === 'scalar') return filledScalar(node, given);
  const items = node.items.map((item) => filledNode(item, given));
  return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
}

function filledScalar(node: ScalarNode, given: ValueOf): ScalarNode {
  if (typeof node.value !== 'string' || !mayBeFilled(node.value)) return node;
  const value = filledScalarValue(node.value, given);
  return value === node.value ? node : { ...node, value };
}

/**
 * The value of a text after substitution; the text itself if unknown. Flux substitutes in the YAML that
 * sigs.k8s.io/yaml writes, which drops unneeded quotes, and reads it again.
 */
export function filledScalarValue(value: string, given: ValueOf): ScalarValue {
  const filled = substituteVariables(value, given);
  if (filled === undefined || filled === value) return value;
  if (isPlain(value)) {
    // YAML ignores blanks around a plain value.
    const plain = filled.replaceAll(/^ +| +$/g, '');
    return isPlain(plain) || plain === '' ? resolvePlain(plain) : value;
  }
  if (value.includes('\n') && !isSameBlock(value, filled)) return value;
  return /['"\\]/.test(filled) || !isCommon.test(value + filled) ? value : filled;
}

/** Whether a text of several lines keeps its lines, its indentation and its end, by which YAML reads a block. */
function isSameBlock(value: string, filled: string): boolean {
  const lines = (text: string) => text.split('\n').length;
  const end = (text: string) => /\n*$/.exec(text)?.[0].length;
  return lines(value) === lines(filled) && end(value) === end(filled) && !/^\s/.test(filled);
}

/** Whether YAML has a text of one line without quotes; no text that needs them passes. */
function isPlain(text: string): boolean {
  if (!isCommon.test(text) || text.includes('\n')) return false;
  return /^(?![-?:](?: |$)|[#,[\]{}&*!|>'"%@`\s]).+(?<![\s:])$/.test(text) && !/: | #/.test(text);
}

/** The characters for which it is certain that they need no quotes: ASCII, and letters of Latin scripts. */
const isCommon = /^[\n\x20-\x7e\u00c0-\u024f]*$/;
