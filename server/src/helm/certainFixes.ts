import type { Fix } from '../finding.ts';
import type { Span } from '../text/span.ts';
import { hasHole } from './layout.ts';
import type { TemplateBody } from './template/node.ts';

/**
 * The fixes that are certain in a template: they change lines without actions, all in the branch of the finding, so
 * that other output of the template stays.
 *
 * @param actions the actions and comments of the template, in order.
 */
export function certainFixes(
  fixes: readonly Fix[],
  at: Span,
  text: string,
  body: TemplateBody,
  actions: readonly Span[],
): readonly Fix[] {
  const branch = innermost(body, at);
  return fixes.filter(({ edits }) =>
    edits.every(
      ({ span, newText }) =>
        !hasHole(newText) && innermost(body, span) === branch && !touchesAction(lines(span, text), actions),
    ),
  );
}

/** The innermost body that contains a span; undefined if the span crosses the end of one. */
function innermost(body: TemplateBody, span: Span): TemplateBody | undefined {
  let at: TemplateBody = body;
  for (;;) {
    const next = bodiesIn(at).find(({ start, end }) => start <= span.start && span.end <= end);
    if (next === undefined) {
      const across = bodiesIn(at).some(({ start, end }) => span.start < end && start < span.end);
      return across ? undefined : at;
    }
    at = next;
  }
}

function bodiesIn({ nodes }: TemplateBody): readonly TemplateBody[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'define') return [node.body];
    if (node.kind !== 'branch') return [];
    return node.otherwise === undefined ? [node.body] : [node.body, node.otherwise];
  });
}

function lines({ start, end }: Span, text: string): Span {
  const next = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: next < 0 ? text.length : next };
}

function touchesAction({ start, end }: Span, actions: readonly Span[]): boolean {
  return actions.some((action) => action.start < end && start < action.end);
}
