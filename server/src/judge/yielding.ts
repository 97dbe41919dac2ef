import { checkCodes } from '../checks/checkCodes.ts';
import type { Finding } from '../finding.ts';

/**
 * Removes findings on the same path that another finding supersedes: each check lists the codes that its codes yield
 * to. Advice supersedes nothing.
 */
export function withoutYielding(findings: readonly Finding[]): readonly Finding[] {
  const reported = new Set(
    findings.flatMap(({ code, path, consequence }) => (consequence === 'advice' ? [] : [`${code} ${path}`])),
  );
  return findings.filter(({ code, path }) => {
    const to = checkCodes.get(code)?.yieldsTo;
    return to === undefined || !reported.has(`${to} ${path}`);
  });
}
