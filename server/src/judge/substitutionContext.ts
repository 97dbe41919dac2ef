import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { type Finding, findingWithFixesLater } from '../finding.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import { isFromVault } from '../kustomize/vaultPlaceholders.ts';
import { locate, pathSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type Node, stringFor } from '../manifest/node.ts';
import { hasVariable, isFilledIn, isRendered, looksUnfilled, variablesIn } from '../manifest/read/placeholder.ts';
import type { Span } from '../text/span.ts';
import type { Verdict } from './analysis.ts';

/** The code of values that only look like placeholders. */
export const placeholderCode = 'unfilled-placeholder';
const warningCode = 'server-warning';

/** The consequences of findings that a placeholder as a value can cause. */
const refusals: ReadonlySet<Finding['consequence']> = new Set(['undecodable', 'invalid', 'release-dependent']);

/** The part of the file context that decides about substitution. */
export type SubstitutionContext = Pick<FileContext, 'setsNamespace' | 'fillsVariables' | 'fillsExpressions' | 'builds'>;

/** Verdicts adjusted to substituted values. */
export interface FilledVerdicts {
  /** The same array if nothing is substituted. */
  readonly verdicts: readonly Verdict[];
  /** Whether findings on values that a tool fills in were omitted. */
  readonly isTemplate: boolean;
  /** The paths of values that a tool fills in, and that cannot be decoded before. */
  readonly undecoded: readonly string[];
}

/**
 * Adjusts verdicts to placeholders that are filled in before the object is sent. Findings on values that a known tool
 * fills in are omitted; values that only look like placeholders are reported as such. Only the refused value itself
 * counts.
 *
 * @param text the file.
 */
export function filledIn(
  text: string,
  resource: Resource,
  verdicts: readonly Verdict[],
  context: SubstitutionContext,
): FilledVerdicts {
  if (!verdicts.some(({ findings }) => findings.some(isRefused))) return { verdicts, isTemplate: false, undecoded: [] };
  const undecoded = new Set<string>();
  const paths: string[] = [];
  let isTemplate = false;
  let isChanged = false;
  const omit = ({ consequence, path }: Finding): readonly Finding[] => {
    isChanged = true;
    isTemplate = true;
    if (consequence === 'undecodable') undecoded.add(path);
    return [];
  };
  const adjusted = (finding: Finding): readonly Finding[] => {
    if (!isRefused(finding)) return [finding];
    if (context.setsNamespace && isWritten(resource, finding)) {
      isChanged = true;
      return [];
    }
    if (context.fillsExpressions && refusedPlaceholder(text, resource, finding, isExpression) !== undefined)
      return omit(finding);
    const placeholder = refusedPlaceholder(text, resource, finding, looksUnfilled);
    if (placeholder === undefined) return [finding];
    if (!isFilledIn(placeholder)) {
      isChanged = true;
      return [maybeUnfilled(finding, placeholder)];
    }
    paths.push(finding.path);
    const isKnown =
      isRendered(placeholder) ||
      isFromVault(placeholder, resource) ||
      (hasVariable(placeholder) && context.fillsVariables(variablesIn(placeholder)));
    if (isKnown) return omit(finding);
    isChanged = true;
    return [unfilled(finding, placeholder)];
  };
  const filled = verdicts.map((verdict) => ({
    ...verdict,
    findings: withoutWarnings(verdict.findings.flatMap(adjusted)).filter(
      (finding) => !namesItemOf(finding, paths, resource),
    ),
  }));
  return { verdicts: isChanged ? filled : verdicts, isTemplate, undecoded: [...undecoded] };
}

function isRefused({ consequence }: Finding): boolean {
  return refusals.has(consequence);
}

/**
 * Whether a finding is about a missing name that an item with a placeholder has: the server skips refused volumes.
 *
 * Source: ValidateVolumes in k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */
function namesItemOf({ code, message, path }: Finding, paths: readonly string[], { root }: Resource): boolean {
  const name = /: Not found: "((?:[^"\\]|\\.)*)"$/.exec(message)?.[1];
  // A name that is itself a placeholder is reported as one.
  if (name === undefined || code === placeholderCode) return false;
  return paths.some((filledPath) =>
    [...filledPath.matchAll(/\]/g)].some(({ index }) => {
      const item = filledPath.slice(0, index + 1);
      // The item with the reference does not define the name.
      if (path.startsWith(`${item}.`)) return false;
      const { node, exact } = locate(root, item);
      return exact && node.kind === 'map' && stringFor(node, 'name') === name;
    }),
  );
}

/** A server that refuses a create returns no warnings. */
function withoutWarnings(findings: readonly Finding[]): readonly Finding[] {
  return findings.some(({ code }) => code === placeholderCode)
    ? findings.filter(({ code }) => code !== warningCode)
    : findings;
}

/** Whether a value is a Chainsaw test expression. */
function isExpression(value: string): boolean {
  return /^\([\s\S]*\)$/.test(value);
}

/**
 * The text with a placeholder that is the refused value of a finding; undefined for another value.
 *
 * @param isPlaceholder whether a text has a placeholder.
 */
function refusedPlaceholder(
  text: string,
  resource: Resource,
  { code, path, message, consequence }: Finding,
  isPlaceholder: (value: string) => boolean,
): string | undefined {
  const { node, key, exact } = locate(resource.root, path);
  const isInMessage = (part: string) => isPlaceholder(part) && message.includes(JSON.stringify(part));
  if (node.kind === 'scalar') {
    const step = exact ? (pathSteps(path).at(-1) ?? '') : '';
    const isKey = step !== '' && node.value !== step && message.includes(`Invalid value: ${JSON.stringify(step)}:`);
    if (!isKey && typeof node.value === 'string' && isPlaceholder(node.value)) return node.value;
    return isInMessage(step) ? step : undefined;
  }
  // Servers derive labels from the name.
  const { name = '' } = resource;
  if (isPlaceholder(name) && message.includes(JSON.stringify(name))) return name;
  const refused = /: (?:Invalid|Unsupported) value: "((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  // For secrets and bundles, messages have a text that is not in the manifest.
  if (refused !== undefined && isPlaceholder(refused) && text.includes(refused)) return refused;
  if (!exact) return undefined;
  // In braces or brackets, YAML reads a placeholder as a map or a list.
  const written = text.slice(node.start, node.end);
  if (consequence === 'undecodable' && node.flow && isPlaceholder(written)) return written;
  // A key may be a placeholder as well as a value; list items have no key.
  const writtenKey = key.start === node.start ? '' : text.slice(key.start, key.end);
  if (isPlaceholder(writtenKey)) return writtenKey;
  // A wrong label is reported at all labels, and a wrong host name at the whole list.
  if (code !== 'invalid-value') return undefined;
  return partsOf(node).find((part) => isPlaceholder(part) && message.includes(part));
}

/** The keys and strings directly in a map or list. */
function partsOf(node: Node): readonly string[] {
  const textOf = (value: Node) => (value.kind === 'scalar' && typeof value.value === 'string' ? [value.value] : []);
  if (node.kind === 'list') return node.items.flatMap(textOf);
  return node.kind === 'map' ? node.entries.flatMap(({ key, value }) => [key, ...textOf(value)]) : [];
}

/** Whether Kustomize replaces the refused value when it sets the namespace. */
function isWritten({ apiVersion, kind, name = '' }: Resource, { path, message }: Finding): boolean {
  const { field, named } = table.namespace;
  if (path === field) return true;
  if (kind !== named.kind || apiVersion !== named.apiVersion) return false;
  // The server derives a label from the name.
  return path === named.field || (path === named.labels && message.includes(JSON.stringify(name)));
}

/** The finding for a placeholder that makes a document invalid YAML; undefined if a known tool replaces it. */
export function unreadPlaceholder(
  text: string,
  span: Span,
  { fillsVariables }: SubstitutionContext,
): Finding | undefined {
  const placeholder = text.slice(span.start, span.end);
  if (hasVariable(placeholder) && fillsVariables(variablesIn(placeholder))) return undefined;
  return {
    code: placeholderCode,
    consequence: 'build-dependent',
    path: '',
    span,
    message: `${shownPlaceholder(placeholder)} looks like a placeholder, and this document is not valid YAML until it is replaced`,
    why: 'The API server and kubectl read manifests as YAML 1.1 or JSON; nothing else of this document was checked.',
    remedy: 'Quote it, replace it with a value, or let your tool fill it in before the check.',
    source: 'sigs.k8s.io/yaml',
    fixes: () => [],
  };
}

/** Rewords a refusal as an unfilled placeholder. */
function unfilled(finding: Finding, placeholder: string): Finding {
  return findingWithFixesLater({ ...finding, code: placeholderCode }, () => [], {
    consequence: 'build-dependent',
    message: `${shownPlaceholder(placeholder)} looks like a placeholder, and the server refuses it: ${finding.message}`,
    remedy: 'Replace it with a value, or let your tool fill it in before the check.',
  });
}

/** A refusal of a value that may not be a placeholder: it stays, with the possible cause in the remedy. */
function maybeUnfilled(finding: Finding, placeholder: string): Finding {
  return findingWithFixesLater(finding, () => finding.fixes(), {
    remedy: `${shownPlaceholder(placeholder)} may be a placeholder: replace it with a value, or let your tool fill it in before the check.`,
  });
}

/** A placeholder as messages show it. */
export function shownPlaceholder(placeholder: string): string {
  return JSON.stringify(placeholder.length > maxShown ? `${placeholder.slice(0, maxShown)}…` : placeholder);
}

/** The maximum length of a placeholder in messages; longer ones are abbreviated. */
const maxShown = 80;
