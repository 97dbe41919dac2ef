import type { Finding } from '../finding.ts';
import type { FieldStep } from '../kustomize/fieldSteps.ts';
import type { PathText } from '../kustomize/replacements.ts';
import type { Span } from '../text/span.ts';

/**
 * What is said of something for which Kustomize builds nothing, or builds what it was not meant to. What it refuses is
 * `undecodable`, for nobody comes to send anything; `source` is the file of Kustomize, or of a library of its, that decides.
 */
export type KustomizeProblem = Omit<Finding, 'fixes' | 'use'>;

/** A finding about a kustomization; what was meant is its author's to say, so that it has no fixes. */
export function kustomizeFinding(kustomizeProblem: KustomizeProblem): Finding {
  const { source } = kustomizeProblem;
  return {
    ...kustomizeProblem,
    source: source.startsWith('k8s.io/') ? source : `sigs.k8s.io/kustomize ${source}`,
    fixes: () => [],
  };
}

/** Where a step of a field path stands; the whole path where it is written otherwise than it is read. */
export function stepSpan({ node, text: path }: PathText, { start, end }: FieldStep, text: string): Span {
  const from = node.start + (node.style === 'plain' ? 0 : 1);
  if (text.slice(from, from + path.length) !== path || end <= start) return { start: node.start, end: node.end };
  return { start: from + start, end: from + end };
}
