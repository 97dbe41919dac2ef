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

/** The span of a step of a field path; the whole path if it is not written as it is read. */
export function stepSpan({ node, text: path }: PathText, { start, end }: FieldStep, text: string): Span {
  const from = node.start + (node.style === 'plain' ? 0 : 1);
  if (text.slice(from, from + path.length) !== path || end <= start) return { start: node.start, end: node.end };
  return { start: from + start, end: from + end };
}
