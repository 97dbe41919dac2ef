import type { TextEdit } from './text/edit.ts';
import type { Span } from './text/span.ts';

/** What the API server would do; `advice` is ours, without a message of the server. */
export type Consequence =
  | 'not-served'
  | 'undecodable'
  | 'invalid'
  /** An admission plugin refuses it, usually with 403; a server without the plugin accepts it. */
  | 'forbidden'
  | 'unknown-field'
  | 'duplicate-field'
  /** A component of the described cluster would not start. */
  | 'not-started'
  /** The result depends on the unnamed release of a project: no known release, or no newer one, accepts it. */
  | 'release-dependent'
  /** The server refuses it as written; the sent object depends on a later substitution or build. */
  | 'build-dependent'
  /** The server accepts a definition, but serves no object of its kind. */
  | 'accepted-not-served'
  /** A server-side apply is refused, other writes are accepted, and the writer is not known. */
  | 'writer-dependent'
  /** Everything starts, but Kubernetes does not support the combination: version skew between components. */
  | 'unsupported'
  | 'dropped'
  | 'warning'
  | 'advice';

/** The severity of a finding. */
export type Severity = (typeof severities)[number];

/** All severities, the most severe first. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;

/** The default severity of each consequence. */
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
  'writer-dependent': 'warning',
  'accepted-not-served': 'warning',
  unsupported: 'warning',
  dropped: 'warning',
  warning: 'warning',
  advice: 'information',
};

/** Whether the default severity of a finding is error: the server refuses the object, or a described component never starts. */
export function isError({ consequence }: Pick<Finding, 'consequence'>): boolean {
  return severityOf[consequence] === 'error';
}

/** Something that a target would do with a resource and that its author should know. */
export interface Finding {
  /** The stable name of the problem, from the registry of checks: `removed-api`. */
  readonly code: string;
  readonly consequence: Consequence;
  /** The field path from the resource in Kubernetes' notation; '' is the resource itself. */
  readonly path: string;
  readonly span: Span;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** Why: the version, gate or rule that decides. */
  readonly why: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The origin of the fact or rule: a KEP section, a Kubernetes source file, a recorded answer. */
  readonly source: string;
  /** The reason of the server's cause (`CauseType` of meta.v1), where it does not follow from the message. */
  readonly cause?: string;
  /** Lazy: computing fixes can cost more than all checks together. */
  readonly fixes: () => readonly Fix[];
  /** Why there is no fix, a phrase; lazy. */
  readonly unfixed?: () => string | undefined;
  /**
   * The use of a feature, if an update may keep fields that a create drops: it may if a finding on the stored object has
   * the same use.
   */
  readonly use?: string;
  /**
   * Other field paths that the finding depends on: if a build changes one of them, the finding is uncertain and is
   * removed.
   */
  readonly dependsOn?: readonly string[];
  /** Set if an update is refused even if it does not change the value. */
  readonly isLasting?: true;
  /** Set if builds decide: a build reports the problem in its output or resolves it, as with merge keys. */
  readonly unlessBuilt?: true;
  /** The number of unlisted findings of the same code. */
  readonly more?: number;
}

/**
 * The maximum number of findings of a rule for one object; the last one has the number of the omitted ones. It is far
 * above the number of listed findings, so that the list does not change.
 */
export const maxFindingsOfRule = 5_000;

/** A change to the text that fixes a finding. */
export interface Fix {
  readonly title: string;
  /**
   * `safe` keeps the meaning and is applied by fix-all; `lossy` loses the things in `left`; `forced` makes the nearest
   * object that the target accepts; `partial` makes the certain changes, and `left` names those for the author.
   */
  readonly kind: 'safe' | 'partial' | 'lossy' | 'forced';
  readonly edits: readonly TextEdit[];
  /** The losses and remaining tasks for the author; empty for a safe fix. */
  readonly left: readonly string[];
}

/** The properties of a finding that a derived one may change. */
type FindingChanges = Partial<Pick<Finding, 'consequence' | 'span' | 'message' | 'why' | 'remedy' | 'unfixed'>>;

/** A finding with fixes that are computed once, on first use. The fixes of `finding` are not computed. */
export function findingWithFixesLater(
  finding: Omit<Finding, 'fixes'>,
  fixes: () => readonly Fix[],
  changes: FindingChanges = {},
): Finding {
  let computed: readonly Fix[] | undefined;
  return { ...finding, ...changes, fixes: () => (computed ??= fixes()) };
}

/** The finding at another span, with lazily computed fixes. */
export function movedFinding(finding: Finding, span: Span, fixes: () => readonly Fix[]): Finding {
  return findingWithFixesLater(finding, fixes, { span });
}
