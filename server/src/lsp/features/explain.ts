import { checkCodes } from '../../checks/checkCodes.ts';
import { explanationFile, explanationOf } from '../../workspace/shipped/explanations.ts';
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

/** The link target of diagnostics: a client document with `scheme`, otherwise the file of the explanation. */
export function explanationLink(scheme: string | undefined): ExplanationLink {
  if (scheme !== undefined) return (code) => `${scheme}:/explain/${code}.md`;
  const known = new Map<string, string | undefined>();
  return (code) => {
    if (!known.has(code)) known.set(code, explanationFile(code)?.href);
    return known.get(code);
  };
}
