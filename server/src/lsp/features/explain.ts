import { checks } from '../../checks/registry.ts';
import type { ExplainedCode, Explanation } from '../protocol.ts';
import type { ExplanationLink } from '../toDiagnostic.ts';

/** Answers `kubecompat/codes`. */
export function explainedCodes(): ExplainedCode[] {
  return checks.flatMap(({ codes }) => codes.map(({ code, title }) => ({ code, title })));
}

/** Answers `kubecompat/explain`; null for a code that is not ours. */
export function explain(code: string): Explanation | null {
  const known = checks.flatMap(({ codes }) => codes).find((candidate) => candidate.code === code);
  return known === undefined ? null : { markdown: `# ${code}\n\n${known.title}\n` };
}

/** Where diagnostics link to: the documents of a client that shows them. */
export function explanationLink(scheme: string | undefined): ExplanationLink {
  return (code) => (scheme === undefined ? undefined : `${scheme}:/explain/${code}.md`);
}
