import type { Subject } from '../checks/check.ts';
import { type PossibleMutation, possibleMutations } from '../checks/possibleMutations.ts';
import { type Finding, findingWithFixesLater } from '../finding.ts';
import { pathSteps } from '../manifest/lookup.ts';

/**
 * Marks findings that mutating policies of the workspace may fix as build-dependent: the server validates an object after
 * mutating admission. Source: k8s.io/apiserver pkg/endpoints/handlers/create.go.
 */
export function openToMutation(findings: readonly Finding[], subject: Subject): readonly Finding[] {
  const { resource } = subject;
  if (resource.part !== undefined || resource.embedded !== undefined) return findings;
  if (!findings.some(isOfValidation)) return findings;
  const policies = possibleMutations(subject);
  if (policies.length === 0) return findings;
  return findings.map((finding) => {
    const policy = isOfValidation(finding) ? policies.find((candidate) => mayFix(candidate, finding)) : undefined;
    if (policy === undefined) return finding;
    const why = `${finding.why} MutatingAdmissionPolicy '${policy.name}' of ${policy.file} may change it before.`;
    return findingWithFixesLater(finding, finding.fixes, { consequence: 'build-dependent', why });
  });
}

function isOfValidation({ consequence }: Finding): boolean {
  return consequence === 'invalid';
}

/** Compares top-level fields: a rule often depends on neighbouring fields, rarely on other top-level ones. */
function mayFix({ changes }: PossibleMutation, { path, dependsOn = [] }: Finding): boolean {
  const fields = [path, ...dependsOn].map((fieldPath) => pathSteps(fieldPath)[0]);
  return changes === undefined || fields.some((field) => field === undefined || changes.has(field));
}
