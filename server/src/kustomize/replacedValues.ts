import type { MapNode, Node, ScalarNode } from '../manifest/node.ts';
import { valueFor } from '../manifest/node.ts';
import { resolvePlain } from '../manifest/read/resolveScalar.ts';
import type { AssembledResource } from './assembled.ts';
import { fieldSteps } from './fieldSteps.ts';
import { fieldTargets } from './fieldTargets.ts';
import { type FillOrigin, filledRoot } from './fill.ts';
import { matchWithLabels } from './matchWithLabels.ts';
import { lessCertain, operationEffect } from './patchEffect.ts';
import type { Replacement, ReplacementTarget } from './replacements.ts';
import { matchOf, readSelector, type SelectorCertainty } from './resourceSelector.ts';
import { isCertain, sourceSteps, sourceValue, textNode, textOf } from './sourceValue.ts';
import type { WrittenResource } from './writtenResource.ts';

/** How to extract a value from a text, or insert one. */
interface Parts {
  readonly delimiter: string;
  readonly index: number;
}

/**
 * Writes the value of a replacement into its target resources. Uncertain writes are recorded as such.
 *
 * Source: `api/filters/replacement/replacement.go` of sigs.k8s.io/kustomize.
 *
 * @param originOf the position of a part of the replacement, by path.
 */
export function writeReplacement(
  replacement: Replacement,
  resources: readonly WrittenResource[],
  originOf: (path: Replacement['path']) => FillOrigin,
): void {
  const { file } = originOf(replacement.path);
  const value = valueFrom(replacement, resources, file);
  for (const target of replacement.targets) {
    for (const resource of resources) {
      const match = targetMatch(target, resource.now());
      if (match === 'no') continue;
      if (target.select !== undefined) resource.select(readSelector(target.select, true), file);
      const paths = target.fieldPaths.map(({ text, path }) => ({ text, by: originOf(path) }));
      const named = { text: 'metadata.name', by: originOf(target.path) };
      for (const { text, by } of paths.length === 0 ? [named] : paths) {
        const isWritten = match === 'yes' && value !== undefined && write(value, target, text, resource, by);
        if (!isWritten) noteUncertain(text, match, resource);
      }
    }
  }
}

function noteUncertain(text: string, match: SelectorCertainty, resource: WrittenResource): void {
  const at = fieldSteps(text, 'target').map((step) => (step.kind === 'name' ? step.name : '*'));
  resource.change(({ steps }) => {
    const effect = operationEffect('replace', at, steps);
    return match === 'yes' ? effect : lessCertain(effect, 'may');
  });
}

function valueFrom(
  { node, source }: Replacement,
  resources: readonly WrittenResource[],
  file: string,
): ScalarNode | undefined {
  const valueNode = valueFor(node, 'sourceValue');
  if (valueNode !== undefined) return source === undefined && valueNode.kind === 'scalar' ? valueNode : undefined;
  if (source === undefined) return undefined;
  const selector = readSelector(source, false);
  const matches = resources.map((candidate) => ({ candidate, match: matchOf(selector, candidate.now()) }));
  const [found, ...others] = matches.filter(({ match }) => match !== 'no');
  const written = valueFor(source, 'fieldPath');
  if (written !== undefined && (written.kind !== 'scalar' || typeof written.value !== 'string')) return undefined;
  const path = written?.kind === 'scalar' ? String(written.value) : '';
  const steps = fieldSteps(path === '' ? 'metadata.name' : path, 'source');
  for (const { candidate } of found === undefined ? [] : [found, ...others]) {
    candidate.select(selector, file);
    const read = sourceSteps(candidate.now(), steps);
    if (read !== undefined) candidate.read(read);
  }
  if (found?.match !== 'yes' || others.length > 0) return undefined;
  const value = sourceValue(found.candidate.now(), steps);
  const parts = partsOf(source);
  if (value === undefined || parts === undefined) return value;
  const piece = textOf(value)?.split(parts.delimiter)[parts.index];
  return piece === undefined ? undefined : textNode(piece);
}

function targetMatch({ select, selector, reject }: ReplacementTarget, resource: AssembledResource): SelectorCertainty {
  if (select === undefined || selector === undefined) return 'maybe';
  const matches = reject.map((rejected) => {
    const { labelSelector, annotationSelector } = readSelector(rejected, true);
    const byLabels = labelSelector !== '' || annotationSelector !== '';
    return byLabels ? ('maybe' as const) : matchOf(readSelector(rejected, true), resource);
  });
  if (matches.includes('yes')) return 'no';
  const match = matchWithLabels(readSelector(select, true), resource);
  return match === 'yes' && matches.includes('maybe') ? 'maybe' : match;
}

function write(
  value: ScalarNode,
  { node, creates }: ReplacementTarget,
  path: string,
  resource: WrittenResource,
  by: FillOrigin,
): boolean {
  const { root, fills, moved } = resource.now();
  const text = textOf(value);
  if (root === undefined || text === undefined) return false;
  const targets = fieldTargets(filledRoot(root, fills), fieldSteps(path, 'target'), creates, moved);
  if (targets === undefined) return false;
  const parts = partsOf(node);
  const all = targets.map(({ node: existing, steps }) => {
    const isOpen = parts !== undefined || steps.some((step) => /^\d+$/.test(step));
    if (isOpen && !isCertain(resource.now(), steps, existing)) return undefined;
    const written = writtenOver(existing, value, text, parts);
    return written && { steps, value: written, by };
  });
  if (all.includes(undefined)) return false;
  for (const fill of all) if (fill !== undefined) resource.fill(fill);
  return true;
}

/**
 * The result of writing a value over another: a scalar keeps its type, and a created one is read as written. Undefined
 * if the build fails.
 */
function writtenOver(
  existing: Node | undefined,
  value: ScalarNode,
  text: string,
  parts: Parts | undefined,
): Node | undefined {
  if (existing === undefined) return readAgain(parts === undefined ? text : put(text, '', parts));
  if (existing.kind !== 'scalar') return parts === undefined ? value : undefined;
  if (typeof existing.value === 'string') {
    return { ...existing, value: parts === undefined ? text : put(text, existing.value, parts) };
  }
  const old = textOf(existing);
  if (old === undefined) return undefined;
  const read = readAgain(parts === undefined ? text : put(text, old, parts));
  if (read === undefined || typeof read.value !== typeof existing.value) return undefined;
  return Number.isInteger(read.value) === Number.isInteger(existing.value) ? read : undefined;
}

/** Values that other YAML readers resolve differently are uncertain. */
function readAgain(text: string): ScalarNode | undefined {
  const value = resolvePlain(text);
  const isPlain = typeof value === 'string' || text === String(value);
  return isPlain ? { ...textNode(text), value, end: text.length } : undefined;
}

function put(value: string, into: string, { delimiter, index }: Parts): string {
  const pieces = into.split(delimiter);
  if (index < 0) return [value, ...pieces].join(delimiter);
  if (index >= pieces.length) return [...pieces, value].join(delimiter);
  return pieces.map((piece, at) => (at === index ? value : piece)).join(delimiter);
}

/** Undefined for the whole value. */
function partsOf(holder: MapNode): Parts | undefined {
  const options = valueFor(holder, 'options');
  const delimiter = options?.kind === 'map' ? valueFor(options, 'delimiter') : undefined;
  const index = options?.kind === 'map' ? valueFor(options, 'index') : undefined;
  const text = delimiter?.kind === 'scalar' ? String(delimiter.value) : '';
  const at = index?.kind === 'scalar' && typeof index.value === 'number' ? index.value : 0;
  return text === '' ? undefined : { delimiter: text, index: at };
}
