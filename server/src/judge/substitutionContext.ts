import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { type Finding, findingWithFixesLater } from '../finding.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import { isFromVault } from '../kustomize/vaultPlaces.ts';
import { locate } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { hasVariable, isFilledIn, isRendered, variablesIn } from '../manifest/read/placeholder.ts';
import type { Span } from '../text/span.ts';
import type { Verdict } from './analysis.ts';

const placeholderCode = 'unfilled-placeholder';
const warningCode = 'server-warning';

/** The refusals that a value is the reason of. */
const refusals: ReadonlySet<Finding['consequence']> = new Set(['undecodable', 'invalid', 'release-dependent']);

/** What is known of the files around a text that values are filled into. */
export type SubstitutionContext = Pick<FileContext, 'setsNamespace' | 'fillsVariables' | 'fillsExpressions'>;

/** Verdicts, with what is filled in by somebody told as that. */
export interface FilledVerdicts {
  /** The same array where nothing is filled in. */
  readonly verdicts: readonly Verdict[];
  /** Something was left out that a tool fills in. */
  readonly isTemplate: boolean;
}

/**
 * The verdicts in the light of places that are filled in before the object is sent. What is wrong with a value that a known
 * tool fills in is left out: nobody knows what it will be. What merely looks like a place to fill in is told as that.
 * Only the value that is refused counts, whatever is next to it.
 *
 * @param text the file.
 */
export function filledIn(
  text: string,
  resource: Resource,
  verdicts: readonly Verdict[],
  context: SubstitutionContext,
): FilledVerdicts {
  let isTemplate = false;
  let isChanged = false;
  const adjusted = (finding: Finding): readonly Finding[] => {
    if (!refusals.has(finding.consequence)) return [finding];
    if (context.setsNamespace && isWritten(resource, finding)) {
      isChanged = true;
      return [];
    }
    if (context.fillsExpressions && refusedPlace(text, resource, finding, isExpression) !== undefined) {
      isChanged = true;
      isTemplate = true;
      return [];
    }
    const place = refusedPlace(text, resource, finding, isFilledIn);
    if (place === undefined) return [finding];
    isChanged = true;
    const isKnown =
      isRendered(place) ||
      isFromVault(place, resource) ||
      (hasVariable(place) && context.fillsVariables(variablesIn(place)));
    if (!isKnown) return [unfilled(finding, place)];
    isTemplate = true;
    return [];
  };
  const filled = verdicts.map((verdict) => ({
    ...verdict,
    findings: withoutWarnings(verdict.findings.flatMap(adjusted)),
  }));
  return { verdicts: isChanged ? filled : verdicts, isTemplate };
}

/** A server that refuses a create answers with the reasons alone: it warns of what it accepts. */
function withoutWarnings(findings: readonly Finding[]): readonly Finding[] {
  const isRefused = findings.some(({ code }) => code === placeholderCode);
  return isRefused ? findings.filter(({ code }) => code !== warningCode) : findings;
}

/** Whether a value is an expression as tests of Chainsaw have it. */
function isExpression(value: string): boolean {
  return /^\([\s\S]*\)$/.test(value);
}

/**
 * The text with a place to fill in that a finding refuses; undefined where it refuses something else.
 *
 * @param isPlace tells such a text.
 */
function refusedPlace(
  text: string,
  resource: Resource,
  { code, path, message }: Finding,
  isPlace: (value: string) => boolean,
): string | undefined {
  const { node, key, exact } = locate(resource.root, path);
  if (node.kind === 'scalar') return typeof node.value === 'string' && isPlace(node.value) ? node.value : undefined;
  // A server makes labels of the name; else what is missing is missing, whatever is next to it.
  const { name = '' } = resource;
  if (isPlace(name) && message.includes(JSON.stringify(name))) return name;
  if (!exact) return undefined;
  // A key may be filled in as well as a value; an item of a list has none.
  const named = key.start === node.start ? '' : text.slice(key.start, key.end);
  if (isPlace(named)) return named;
  // A wrong label is told at all labels, and a wrong name of a host at the list of all.
  if (code !== 'invalid-value') return undefined;
  return partsOf(node).find((part) => isPlace(part) && message.includes(part));
}

/** The keys and the texts right in a map or a list. */
function partsOf(node: Node): readonly string[] {
  const textOf = (value: Node) => (value.kind === 'scalar' && typeof value.value === 'string' ? [value.value] : []);
  if (node.kind === 'list') return node.items.flatMap(textOf);
  return node.kind === 'map' ? node.entries.flatMap(({ key, value }) => [key, ...textOf(value)]) : [];
}

/** Whether what is wrong is a value that Kustomize writes with the namespace. */
function isWritten({ apiVersion, kind, name = '' }: Resource, { path, message }: Finding): boolean {
  const { field, named } = table.namespace;
  if (path === field) return true;
  if (kind !== named.kind || apiVersion !== named.apiVersion) return false;
  // A server makes a label of the name.
  return path === named.field || (path === named.labels && message.includes(JSON.stringify(name)));
}

/** The finding for a placeholder that keeps a document from being valid YAML; undefined if a known tool replaces it. */
export function unreadPlaceholder(
  text: string,
  span: Span,
  { fillsVariables }: SubstitutionContext,
): Finding | undefined {
  const place = text.slice(span.start, span.end);
  if (hasVariable(place) && fillsVariables(variablesIn(place))) return undefined;
  return {
    code: placeholderCode,
    consequence: 'build-dependent',
    path: '',
    span,
    message: `${shownPlace(place)} looks like a placeholder, and this document is not valid YAML until it is replaced`,
    why: 'The API server and kubectl read manifests as YAML 1.1 or JSON; nothing else of this document was checked.',
    remedy: 'Quote it, replace it with a value, or let your tool fill it in before the check.',
    source: 'sigs.k8s.io/yaml',
    fixes: () => [],
  };
}

/** What is refused as it stands, told as a place that nobody has filled in. */
function unfilled(finding: Finding, place: string): Finding {
  return findingWithFixesLater({ ...finding, code: placeholderCode }, () => [], {
    consequence: 'build-dependent',
    message: `${shownPlace(place)} looks like a placeholder, and the server refuses it: ${finding.message}`,
    remedy: 'Replace it with a value, or let your tool fill it in before the check.',
  });
}

function shownPlace(place: string): string {
  return JSON.stringify(place.length > longest ? `${place.slice(0, longest)}…` : place);
}

/** Longer values are not shown whole. */
const longest = 80;
