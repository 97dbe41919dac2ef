import type { MapNode } from '../../manifest/node.ts';
import type { Attributes } from './attributes.ts';
import type { MutatingPolicy } from './mutatingPolicies.ts';
import type { Binding } from './policy.ts';

/** The effect of the workspace's MutatingAdmissionPolicies on a request. */
export type MutationOfObject =
  /**
   * The result is certain; of a create that they do not change, the root is that of the resource. `policies` changed
   * something.
   */
  | {
      readonly state: 'done';
      readonly root: MapNode;
      readonly attributes: Attributes;
      readonly policies: ReadonlySet<MutatingPolicy>;
    }
  /** The server refuses the object for this reason. */
  | {
      readonly state: 'failed';
      readonly policy: MutatingPolicy;
      /** Undefined where the policy itself cannot be run. */
      readonly binding: Binding | undefined;
      /** The server's message. */
      readonly reason: string;
    }
  /** The result is unknown. `differ`: it depends on the order of policies, which the server does not define. */
  | { readonly state: 'open'; readonly differ?: true };

/** A refused request. */
export type FailedMutation = Extract<MutationOfObject, { state: 'failed' }>;

/** An unknown result. */
export const open: MutationOfObject = { state: 'open' };
