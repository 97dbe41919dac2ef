import { type AdmissionObject, type AdmissionObjects, admissionOf } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import {
  asValue,
  isExempt,
  leastCertain,
  type MatchCertainty,
  matchesOwnRules,
  matchesResources,
  type RequestSubject,
  requestOf,
  typeOf,
} from '../admissionMatch.ts';
import { attributesOf } from './attributes.ts';
import { knownMutatingPolicies, type MutatingPolicy } from './mutatingPolicies.ts';
import { mutationOf } from './mutation.ts';
import { type Policy, policyGroup } from './policy.ts';
import { policiesOf, type ValidatingPolicy } from './validatingPolicies.ts';
import { violationsOf } from './violations.ts';

/** The kinds of admission policies; each is also the name of its plugin. */
export const policyKinds = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'] as const;

/** One of {@link policyKinds}. */
export type PolicyKind = (typeof policyKinds)[number];

/** A policy of the workspace that a target runs. */
export type RunPolicy =
  | { readonly kind: 'ValidatingAdmissionPolicy'; readonly policy: ValidatingPolicy }
  | { readonly kind: 'MutatingAdmissionPolicy'; readonly policy: MutatingPolicy };

/** A policy as a target runs it, or why it is not run, a sentence; undefined if no file of the workspace has it. */
export function runPolicy(kind: PolicyKind, name: string, surface: ApiSurface): RunPolicy | string | undefined {
  const objects = admissionOf(surface);
  const all = objects?.named(`${policyGroup}/${kind}`, name) ?? [];
  const [object] = all;
  if (objects === undefined || object === undefined) return undefined;
  const isServed = surface.availability({ group: policyGroup, version: object.version, kind }).state === 'served';
  if (!isServed) return `${policyGroup}/${object.version} of ${kind} is not served.`;
  if (!isPluginOn(surface, kind)) return `The admission plugin ${kind} is off.`;
  if (all.length > 1) return 'Several files declare the policy.';
  const bindings = objects
    .ofKind(`${policyGroup}/${kind}Binding`)
    .filter((binding) => asValue(binding).at('spec').at('policyName').text === name);
  if (bindings.length === 0) return 'No binding in the workspace names the policy.';
  const found = readyPolicy(kind, name, objects, surface);
  if (found !== undefined && !knowsParams(found.policy, surface)) return 'No definition of its paramKind is known.';
  return found ?? (obstacle([object], surface, 'policy') || obstacle(bindings, surface, 'binding') || unreadable);
}

const unreadable = 'The target cannot read the policy or its binding.';

/** Why none of these objects is known to be as written, a sentence; empty if one is. */
function obstacle(objects: readonly AdmissionObject[], surface: ApiSurface, noun: string): string {
  const accepted = objects.filter((object) => !object.isRefused(surface));
  if (accepted.length === 0) return `The server refuses the ${noun}.`;
  return accepted.some((object) => object.isCertain()) ? '' : `A kustomization or a template may change the ${noun}.`;
}

function knowsParams({ paramKind }: Policy, surface: ApiSurface): boolean {
  const groupVersion = parseGroupVersion(paramKind.at('apiVersion').text);
  if (!paramKind.present || groupVersion === undefined) return true;
  return surface.availability({ ...groupVersion, kind: paramKind.at('kind').text }).state === 'served';
}

function readyPolicy(
  kind: PolicyKind,
  name: string,
  objects: AdmissionObjects,
  surface: ApiSurface,
): RunPolicy | undefined {
  const isNamed = ({ object }: Policy) => object.name === name;
  if (kind === 'ValidatingAdmissionPolicy') {
    const policy = policiesOf(objects, surface).find(isNamed);
    return policy && { kind, policy };
  }
  const policy = [...knownMutatingPolicies(objects, surface).values()].find(isNamed);
  return policy && { kind, policy };
}

/** Whether a policy may match objects of a resource type, whatever their names and labels are. */
export function mayMatchType({ policy }: RunPolicy, served: ServedResource, surface: ApiSurface): boolean {
  if (isExempt(served)) return false;
  const request = { ...typeOf(served, surface), operation: 'CREATE', name: undefined } as const;
  return matchesOwnRules(policy.matchConstraints, request, 'no') !== 'no';
}

/** The effect of a policy on an object that is created. `maybe`: only the server can tell. */
export interface PolicyEffect {
  readonly matches: Exclude<MatchCertainty, 'no'>;
  readonly does: 'denies' | 'warns' | 'changes' | 'nothing';
  /** The expressions that are false or fail. */
  readonly failed: readonly string[];
}

/** The effect of a policy on an object; undefined where the policy does not match it. */
export function effectOf(run: RunPolicy, created: RequestSubject): PolicyEffect | undefined {
  const { surface } = created;
  const objects = admissionOf(surface);
  const mutation = mutationOf(created);
  const root = mutation?.state === 'done' ? mutation.root : created.resource.root;
  // A policy that validates sees what those that mutate have made.
  const isLater = run.kind === 'ValidatingAdmissionPolicy';
  const subject = isLater ? { ...created, resource: { ...created.resource, root } } : created;
  const request = objects && requestOf(subject, objects);
  if (objects === undefined || request === undefined || isExempt(request)) return undefined;
  const fits = run.policy.bindings.map(({ matchResources }) =>
    leastCertain([
      matchesResources(run.policy.matchConstraints, request, 'no'),
      matchesResources(matchResources, request, 'yes'),
    ]),
  );
  if (fits.every((fit) => fit === 'no')) return undefined;
  const matches = fits.includes('yes') ? 'yes' : 'maybe';
  if (isLater) {
    const isOpen = mutation !== undefined && mutation.state !== 'done';
    const attributes = matches === 'maybe' || isOpen ? undefined : attributesOf(subject, objects);
    if (attributes === undefined) return { matches: 'maybe', does: 'nothing', failed: [] };
    const violations = violationsOf([run.policy], attributes, objects, surface);
    const failed = violations.flatMap(({ expression }) => expression ?? []);
    const denies = violations.some((violation) => violation.denies);
    return { matches, does: denies ? 'denies' : violations.length > 0 ? 'warns' : 'nothing', failed };
  }
  const isOwn = ({ object }: Policy) => object.name === run.policy.object.name;
  if (mutation?.state === 'failed' && isOwn(mutation.policy)) return { matches: 'yes', does: 'denies', failed: [] };
  if (mutation?.state !== 'done') return { matches: 'maybe', does: 'nothing', failed: [] };
  const changes = [...mutation.policies].some(isOwn);
  return { matches, does: changes ? 'changes' : 'nothing', failed: [] };
}
