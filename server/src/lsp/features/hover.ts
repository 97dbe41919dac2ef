import { type Hover, MarkupContent, MarkupKind } from 'vscode-languageserver/node';
import type { Position, Range } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { celHover } from './celHover.ts';
import { describeFindings } from './findingHover.ts';
import { manifestHover } from './manifestHover.ts';
import { settingHover } from './settingHover.ts';
import { suppressionHover } from './suppressions.ts';

/** All hover providers, one line each; the first result is shown. */
const providers: readonly ((document: JudgedDocument, position: Position) => Hover | undefined)[] = [
  celHover,
  settingHover,
  suppressionHover,
  manifestHover,
];

/**
 * Answers `textDocument/hover`: the value and its findings.
 *
 * @param showsFindings whether the client shows diagnostic messages itself.
 * @param inAction the hover of a template action here, which replaces those for YAML.
 * @param matched what the policy of an expression here matches, as Markdown.
 */
export function hover(
  document: JudgedDocument,
  position: Position,
  showsFindings: boolean,
  inAction?: Hover,
  matched?: string,
): Hover | null {
  const found = providers.reduce<Hover | undefined>(
    (known, provider) => known ?? provider(document, position),
    inAction,
  );
  const findings = describeFindings(document, position, showsFindings);
  const more = [matched, findings].filter((text) => text !== undefined);
  if (more.length === 0) return found ?? null;
  const contents = found !== undefined && MarkupContent.is(found.contents) ? [found.contents.value] : [];
  const value = [...contents, ...more].join('\n\n---\n\n');
  return { contents: { kind: MarkupKind.Markdown, value }, ...rangeOf(found) };
}

function rangeOf(found: Hover | undefined): { readonly range?: Range } {
  return found?.range === undefined ? {} : { range: found.range };
}
