import type { Span } from '../text/span.ts';
import type { BranchNode, TemplateBody } from './template/node.ts';

/** A branch of a template that some targets do not take, because a condition on the cluster is false there. */
export interface UntakenBranch {
  /** The output of the branch. */
  readonly span: Span;
  /** The action that opens it. */
  readonly head: Span;
  /** The condition as written. */
  readonly condition: string;
  /** Whether the condition is true at these targets: then the branch is the one after `else`. */
  readonly isElse: boolean;
  /** The targets that do not take it, by their places in the list of targets. */
  readonly targets: readonly number[];
}

/** The results of a template's conditions that were run: `both` if one may be true and may be false. */
export type Decisions = ReadonlyMap<BranchNode, boolean | 'both'>;

/** The decisions of one target that may run the template in several ways. */
export function decidedByAll(ways: readonly Decisions[]): Decisions {
  const all = new Map<BranchNode, boolean | 'both'>();
  for (const [node, truth] of ways.flatMap((way) => [...way])) {
    const before = all.get(node);
    all.set(node, before === undefined || before === truth ? truth : 'both');
  }
  return all;
}

/**
 * The branches that targets do not take.
 *
 * @param unconditional the decisions that do not depend on the cluster: they are not about targets.
 */
export function untakenBranches(
  text: string,
  body: TemplateBody,
  decisions: readonly Decisions[],
  unconditional: Decisions,
): readonly UntakenBranch[] {
  const found: UntakenBranch[] = [];
  const visit = ({ nodes }: TemplateBody): void => {
    for (const node of nodes) {
      if (node.kind === 'define') visit(node.body);
      if (node.kind !== 'branch') continue;
      if (typeof unconditional.get(node) !== 'boolean') {
        const without = (truth: boolean) =>
          decisions.flatMap((decided, target) => (decided.get(node) === truth ? [target] : []));
        found.push(...branches(text, node, without(false), without(true)));
      }
      visit(node.body);
      if (node.otherwise !== undefined) visit(node.otherwise);
    }
  };
  visit(body);
  return found.filter(({ targets, span }) => targets.length > 0 && text.slice(span.start, span.end).trim() !== '');
}

function branches(
  text: string,
  { pipeline, head, body, otherwise }: BranchNode,
  untaken: readonly number[],
  elseUntaken: readonly number[],
): readonly UntakenBranch[] {
  const condition = text.slice(pipeline.start, pipeline.end);
  const branch = { span: body, head, condition, isElse: false, targets: untaken };
  return [
    branch,
    ...elseBodies(body, otherwise).map((rest) => ({ ...rest, condition, isElse: true, targets: elseUntaken })),
  ];
}

/** The bodies of `else` and every `else if`, each with its action. */
function elseBodies(
  body: TemplateBody,
  otherwise: TemplateBody | undefined,
): readonly Pick<UntakenBranch, 'span' | 'head'>[] {
  if (otherwise === undefined) return [];
  const [nested, ...others] = otherwise.nodes;
  // The body of an `else if` begins with its own action, that of an `else` after it.
  if (nested?.kind === 'branch' && others.length === 0 && nested.start === otherwise.start) {
    return [{ span: nested.body, head: nested.head }, ...elseBodies(nested.body, nested.otherwise)];
  }
  return [{ span: otherwise, head: { start: body.end, end: otherwise.start } }];
}
