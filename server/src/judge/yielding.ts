import { checkCodes } from '../checks/checkCodes.ts';
import type { Finding } from '../finding.ts';

/**
 * What is found in a document for one target, without what another finding at the same path says more of: a check says
 * of its codes to which one they yield. What is only advice is nothing to yield to.
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
