import type { Subject } from '../checks/check.ts';
import { isResultJudged, mutationOf } from '../checks/policies/mutation.ts';
import type { MutationOfObject } from '../checks/policies/mutationOutcome.ts';
import { type Finding, findingWithFixesLater } from '../finding.ts';

type Mutated = Extract<MutationOfObject, { state: 'done' }>;

/** The object of a request after the workspace's MutatingAdmissionPolicies, if their result is certain and judged. */
export function mutatedRoot(subject: Subject): Mutated | undefined {
  const { resource, decoded } = subject;
  if (!isResultJudged(subject) || resource.part !== undefined || resource.embedded !== undefined) return undefined;
  if (decoded === undefined || decoded.errors.length > 0) return undefined;
  const mutation = mutationOf(subject);
  return mutation?.state === 'done' ? mutation : undefined;
}

/**
 * The consequences that the mutated object decides; the sent object decides all others.
 */
const decidedLater: ReadonlySet<Finding['consequence']> = new Set(['invalid', 'forbidden', 'warning', 'dropped']);

/**
 * The findings on an object that policies change: the server validates, prunes and warns about the mutated object.
 * Source: k8s.io/apiserver pkg/endpoints/handlers/create.go, pkg/registry/rest/create.go.
 *
 * @param later the findings on the mutated object.
 * @param policies the policies that changed it.
 */
export function afterMutation(
  findings: readonly Finding[],
  later: readonly Finding[],
  policies: Mutated['policies'],
): readonly Finding[] {
  const names = [...policies].map(({ object }) => `'${object.name}' of ${object.file}`);
  const before = new Map(findings.map((finding) => [keyOf(finding), finding]));
  const decided = later.flatMap((finding): readonly Finding[] => {
    if (!decidedLater.has(finding.consequence)) return [];
    const beforeMutation = before.get(keyOf(finding));
    if (beforeMutation !== undefined) return [beforeMutation];
    // Values that policies write are not in the text, so no edit fixes them.
    const changed =
      names.length === 1
        ? `MutatingAdmissionPolicy ${names[0]} has`
        : `MutatingAdmissionPolicies ${names.join(' and ')} have`;
    return [findingWithFixesLater(finding, () => [], { why: `${finding.why} ${changed} changed the object before.` })];
  });
  return [...findings.filter(({ consequence }) => !decidedLater.has(consequence)), ...decided].toSorted(
    (a, b) => a.span.start - b.span.start,
  );
}

function keyOf({ code, path, message, consequence }: Finding): string {
  return JSON.stringify([code, path, message, consequence]);
}
