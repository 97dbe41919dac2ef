import type { TextEdit } from './text/edit.ts';
import type { Span } from './text/span.ts';

/** What the API server would do about what was found; `advice` is ours, the server says nothing. */
export type Consequence =
  | 'not-served'
  | 'undecodable'
  | 'invalid'
  /** An admission plugin refuses it, mostly with 403; a server that does not run the plugin takes it. */
  | 'forbidden'
  | 'unknown-field'
  | 'duplicate-field'
  /** A component of the cluster, as a file describes it, would not start. */
  | 'not-started'
  /** What the server does depends on the release of a project that is not named: none that is known, or no newer one, takes it. */
  | 'release-dependent'
  /** The server refuses it as it is written; what is sent depends on what fills it in, or builds it, before. */
  | 'build-dependent'
  /** Everything starts, and Kubernetes does not support it: components whose versions do not go together. */
  | 'unsupported'
  | 'dropped'
  | 'warning'
  | 'advice';

/** How loud a finding is, most severe first. */
export type Severity = (typeof severities)[number];

/** All severities, the most severe first. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;

/** The severity a consequence has unless configuration says otherwise (the contract's table). */
export const severityOf: Readonly<Record<Consequence, Severity>> = {
  'not-served': 'error',
  undecodable: 'error',
  invalid: 'error',
  forbidden: 'error',
  'unknown-field': 'error',
  'duplicate-field': 'error',
  'not-started': 'error',
  'release-dependent': 'warning',
  'build-dependent': 'warning',
  unsupported: 'warning',
  dropped: 'warning',
  warning: 'warning',
  advice: 'information',
};

/** Something that a target would do with a resource and that its author should know. */
export interface Finding {
  /** What was found, from the registry of checks: `removed-api`. */
  readonly code: string;
  readonly consequence: Consequence;
  /** The field path from the resource, as Kubernetes writes it; '' is the resource itself. */
  readonly path: string;
  readonly span: Span;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** Why: the version, gate or rule that decides. */
  readonly why: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Where the fact or rule can be checked: a KEP section, a Kubernetes source file, a recorded answer. */
  readonly source: string;
  /** Working them out can cost more than all checks together, so nobody does before they are asked for. */
  readonly fixes: () => readonly Fix[];
  /** Why there is no fix where there could be one, a phrase; worked out when it is asked for. */
  readonly unfixed?: () => string | undefined;
  /**
   * Names the use that this finding is of, where a server lets an update keep what a create loses: a stored object with a
   * finding of the same use has it already.
   */
  readonly use?: string;
  /**
   * Field paths besides its own that it depends on: where something builds the object into another one there, nothing is
   * certain, and nothing is said.
   */
  readonly goesBy?: readonly string[];
  /** A build decides it: it says so of what it makes, or writes it out, as merge keys are, so that nothing has it. */
  readonly unlessBuilt?: true;
  /** How many more of its code there are that are not listed: a file can have more than anybody reads. */
  readonly more?: number;
}

/**
 * More findings than that of one rule in one object need not be made: the last one says how many more there are. Far more
 * than is listed, so that what is listed is the same.
 */
export const mostMade = 5_000;

/** A change to the text that fixes a finding. */
export interface Fix {
  readonly title: string;
  /**
   * `safe` keeps the meaning and is applied by fix-all; `lossy` loses what `left` names; `forced` makes the nearest
   * object the target accepts; `partial` does what is certain and leaves what `left` names to the author.
   */
  readonly kind: 'safe' | 'partial' | 'lossy' | 'forced';
  readonly edits: readonly TextEdit[];
  /** What the author still must do or loses; empty for a safe fix. */
  readonly left: readonly string[];
}

/** What a finding may say otherwise than the one that it is made of. */
type FindingChanges = Partial<Pick<Finding, 'consequence' | 'span' | 'message' | 'why' | 'remedy' | 'unfixed'>>;

/** A finding whose fixes are worked out when somebody asks for them, and then once. Those of `finding` are not asked for. */
export function findingWithFixesLater(
  finding: Omit<Finding, 'fixes'>,
  fixes: () => readonly Fix[],
  changes: FindingChanges = {},
): Finding {
  let planned: readonly Fix[] | undefined;
  return { ...finding, ...changes, fixes: () => (planned ??= fixes()) };
}

/** The finding at another place, with fixes that are worked out when somebody asks for them. */
export function movedFinding(finding: Finding, span: Span, fixes: () => readonly Fix[]): Finding {
  return findingWithFixesLater(finding, fixes, { span });
}
