import type { Subject } from '../checks/check.ts';
import { type MutationOfObject, mutationOf } from '../checks/policies/mutation.ts';
import { type Finding, findingWithFixesLater } from '../finding.ts';

type Mutated = Extract<MutationOfObject, { state: 'done' }>;

/** What the MutatingAdmissionPolicies of the workspace make of an object that is created, where that is certain. */
export function mutatedRoot(subject: Subject): Mutated | undefined {
  const { resource, decoded, change } = subject;
  if (change !== undefined || resource.part !== undefined || resource.embedded !== undefined) return undefined;
  if (decoded === undefined || decoded.errors.length > 0) return undefined;
  const mutation = mutationOf(subject);
  return mutation?.state === 'done' ? mutation : undefined;
}

/** What the server decides about the object that policies have made; all else it decides about the one that is sent. */
const decidedLater: ReadonlySet<Finding['consequence']> = new Set(['invalid', 'forbidden', 'warning', 'dropped']);

/**
 * The findings on an object that policies change: what the server validates, drops and warns of is what they have made.
 * Source: k8s.io/apiserver pkg/endpoints/handlers/create.go, pkg/registry/rest/create.go.
 *
 * @param later the findings on what they have made.
 */
export function afterMutation(
  findings: readonly Finding[],
  later: readonly Finding[],
  { policies }: Mutated,
): readonly Finding[] {
  const names = [...new Set(policies.map(({ object }) => `'${object.name}' of ${object.file}`))];
  const before = new Map(findings.map((finding) => [keyOf(finding), finding]));
  const kept = later.flatMap((finding): readonly Finding[] => {
    if (!decidedLater.has(finding.consequence)) return [];
    const own = before.get(keyOf(finding));
    if (own !== undefined) return [own];
    // What policies write stands nowhere in the text, so that nothing there fixes it.
    const changed =
      names.length === 1
        ? `MutatingAdmissionPolicy ${names[0]} has`
        : `MutatingAdmissionPolicies ${names.join(' and ')} have`;
    const why = names.length === 0 ? finding.why : `${finding.why} ${changed} changed the object before.`;
    return [findingWithFixesLater(finding, () => [], { why })];
  });
  return [...findings.filter(({ consequence }) => !decidedLater.has(consequence)), ...kept].toSorted(
    (a, b) => a.span.start - b.span.start,
  );
}

function keyOf({ code, path, message, consequence }: Finding): string {
  return JSON.stringify([code, path, message, consequence]);
}
