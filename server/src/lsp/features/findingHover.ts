import { escaped } from '../../insight/markdown.ts';
import type { Position } from '../../text/lineIndex.ts';
import type { Diagnosed, JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';

/**
 * The findings at a position: message, reason, remedy and source. In Markdown; undefined if there are none.
 *
 * @param isShown whether the client shows diagnostic messages itself, so that only the source is added.
 */
export function describeFindings(
  { diagnosed, lines, targets }: JudgedDocument,
  position: Position,
  isShown: boolean,
): string | undefined {
  const offset = offsetAt(lines, position);
  const underCursor = diagnosed.filter(({ group }) =>
    group.found.some(({ finding: { span } }) => span.start <= offset && offset <= span.end),
  );
  if (underCursor.length === 0) return undefined;
  return underCursor
    .flatMap((item) => [isShown ? sourceOf(item) : wholeOf(item, targets.surfaces.length > 1), ...unfixed(item)])
    .join('\n\n');
}

function sourceOf({ group, diagnostic }: Diagnosed): string {
  const sources = [...new Set(group.found.map(({ finding }) => escaped(finding.source)))];
  return `${codeOf(diagnostic)}: ${sources.join('; ')}`;
}

/** Why there is no quick fix; computed here and not with the diagnostics, because it takes longer. */
function unfixed({ group: { found } }: Diagnosed): readonly string[] {
  const reasons = new Set(found.map(({ finding }) => finding.unfixed?.()));
  return [...reasons].flatMap((reason) => (reason === undefined ? [] : [`No quick fix: ${escaped(reason)}`]));
}

function wholeOf({ group, diagnostic }: Diagnosed, named: boolean): string {
  const paragraphs = group.found.map(({ finding, targets }) => {
    const where = named && targets.length > 0 ? ` (${targets.map(escaped).join(', ')})` : '';
    return [`${escaped(finding.message)}${where}`, escaped(finding.why), escaped(finding.remedy)]
      .filter((line) => line !== '')
      .join('\n\n');
  });
  const sources = [...new Set(group.found.map(({ finding }) => escaped(finding.source)))];
  return [codeOf(diagnostic), ...new Set(paragraphs), `Source: ${sources.join('; ')}`].join('\n\n');
}

function codeOf({ code, codeDescription }: Diagnosed['diagnostic']): string {
  return codeDescription === undefined ? `**${code}**` : `[**${code}**](${codeDescription.href})`;
}
