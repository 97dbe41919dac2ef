import type { Finding } from '../finding.ts';
import type { FieldStep } from '../kustomize/fieldSteps.ts';
import type { PathText } from '../kustomize/replacements.ts';
import type { Span } from '../text/span.ts';

/**
 * A finding about something that Kustomize refuses or builds in an unintended way. Refusals are `undecodable`, since
 * nothing can be sent; `source` is the deciding file of Kustomize or its library.
 */
export type KustomizeProblem = Omit<Finding, 'fixes' | 'use'>;

/** A finding about a kustomization; it has no fixes, because only the author knows the intention. */
export function kustomizeFinding(kustomizeProblem: KustomizeProblem): Finding {
  const { source } = kustomizeProblem;
  return {
    ...kustomizeProblem,
    source: source.startsWith('k8s.io/') ? source : `sigs.k8s.io/kustomize ${source}`,
    fixes: () => [],
  };
}

/** A value that a kustomization, or an object that applies one, writes into objects which the server then refuses. */
export interface BuiltValue extends Pick<Finding, 'path' | 'span' | 'message' | 'why' | 'source'> {
  /** What the user can do, if not to write another value there. */
  readonly remedy?: string;
}

/** The refusal of a value that is written into objects, at the place that writes it. */
export function builtValueFinding(builtValue: BuiltValue): Finding {
  return {
    code: 'refused-built-value',
    consequence: 'invalid',
    remedy: 'Write a value that follows the rule.',
    fixes: () => [],
    ...builtValue,
  };
}

/**
 * The same in a kustomization: its build decides, if it is run.
 *
 * @param isBuiltUpon whether another kustomization may change its output.
 */
export function kustomizedValueFinding(builtValue: BuiltValue, isBuiltUpon: boolean): Finding {
  const finding: Finding = { ...builtValueFinding(builtValue), unlessBuilt: true };
  if (!isBuiltUpon) return finding;
  const why = `${finding.why} A kustomization that builds on this one may write a different value.`;
  return { ...finding, consequence: 'build-dependent', why };
}

/** The span of a step of a field path; the whole path if it is not written as it is read. */
export function stepSpan({ node, text: path }: PathText, { start, end }: FieldStep, text: string): Span {
  const from = node.start + (node.style === 'plain' ? 0 : 1);
  if (text.slice(from, from + path.length) !== path || end <= start) return { start: node.start, end: node.end };
  return { start: from + start, end: from + end };
}
