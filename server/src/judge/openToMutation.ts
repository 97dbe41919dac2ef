import type { Subject } from '../checks/check.ts';
import { type MutatingPolicy, mutatingPolicies } from '../checks/mutatingPolicies.ts';
import { type Finding, findingWithFixesLater } from '../finding.ts';
import { pathSteps } from '../manifest/lookup.ts';

/**
 * The findings on an object, where those that policies of the workspace may repair are told as that: the server validates
 * an object after its mutating admission.
 * Source: k8s.io/apiserver pkg/endpoints/handlers/create.go.
 */
export function openToMutation(findings: readonly Finding[], subject: Subject): readonly Finding[] {
  const { resource } = subject;
  if (resource.part !== undefined || resource.embedded !== undefined) return findings;
  if (!findings.some(isOfValidation)) return findings;
  const policies = mutatingPolicies(subject);
  if (policies.length === 0) return findings;
  return findings.map((finding) => {
    const policy = isOfValidation(finding) ? policies.find((one) => mayRepair(one, finding)) : undefined;
    if (policy === undefined) return finding;
    const why = `${finding.why} MutatingAdmissionPolicy '${policy.name}' of ${policy.file} may change it before.`;
    return findingWithFixesLater(finding, finding.fixes, { consequence: 'build-dependent', why });
  });
}

function isOfValidation({ consequence }: Finding): boolean {
  return consequence === 'invalid';
}

/** What one field must be often depends on those beside it, seldom on other top-level ones. */
function mayRepair({ changes }: MutatingPolicy, { path, goesBy = [] }: Finding): boolean {
  const fields = [path, ...goesBy].map((one) => pathSteps(one)[0]);
  return changes === undefined || fields.some((field) => field === undefined || changes.has(field));
}
