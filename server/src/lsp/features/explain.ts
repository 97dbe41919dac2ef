import { checkCodes } from '../../workspace/checkCodes.ts';
import { explanationOf } from '../../workspace/explanations.ts';
import type { ExplainedCode, Explanation } from '../protocol.ts';
import type { ExplanationLink } from '../toDiagnostic.ts';

/** Answers `kubecompat/codes`. */
export function explainedCodes(): ExplainedCode[] {
  return [...checkCodes.values()].map(({ code, title }) => ({ code, title }));
}

/** Answers `kubecompat/explain`; null for a code that is not ours. */
export function explain(code: string): Explanation | null {
  const markdown = explanationOf(code);
  return markdown === undefined ? null : { markdown };
}

/** Where diagnostics link to: the documents of a client that shows them. */
export function explanationLink(scheme: string | undefined): ExplanationLink {
  return (code) => (scheme === undefined ? undefined : `${scheme}:/explain/${code}.md`);
}
