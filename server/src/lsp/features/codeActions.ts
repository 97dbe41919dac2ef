import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { Fix } from '../../finding.ts';
import { applyFixes, safeFixes } from '../../fix.ts';
import { addSuppression } from '../../suppress/addSuppression.ts';
import { isOfSuppression } from '../../suppress/suppress.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { Position, Range } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { lineEdits } from '../lineEdits.ts';
import { fixAllKind } from '../protocol.ts';
import { conversionsAt } from './conversions.ts';

/** The kinds of code actions that this server gives. */
export const codeActionKinds: readonly string[] = [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, fixAllKind];

/** Converts edits of one document version for the client. */
export type MakeEdit = (document: JudgedDocument, edits: readonly TextEdit[]) => WorkspaceEdit;

/**
 * Answers `textDocument/codeAction`: the fixes of the findings in the range, the versions that the resource there converts
 * to, and the fix of everything.
 *
 * @param others the actions of the client's own commands.
 */
export function codeActions(
  document: JudgedDocument,
  { range, context }: CodeActionParams,
  makeEdit: MakeEdit,
  others: (document: JudgedDocument, range: Range) => readonly CodeAction[],
): CodeAction[] {
  const actions: CodeAction[] = [];
  if (wants(context.only, CodeActionKind.QuickFix)) {
    actions.push(...quickFixes(document, range, makeEdit));
    actions.push(...others(document, range));
  }
  if (wants(context.only, CodeActionKind.RefactorRewrite)) {
    // A fix of a finding is not offered twice in one menu.
    const offered = new Set(actions.map(({ title }) => title));
    actions.push(...rewrites(document, range, makeEdit).filter(({ title }) => !offered.has(title)));
  }
  if (wants(context.only, fixAllKind)) actions.push(...fixAll(document, makeEdit));
  return actions;
}

/** Kinds are hierarchical: a request for `source` includes `source.fixAll.kubecompat`. */
function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((asked) => asked === '' || asked === kind || kind.startsWith(`${asked}.`));
}

function quickFixes(document: JudgedDocument, range: Range, makeEdit: MakeEdit): CodeAction[] {
  // Equal changes are one action, however many targets and findings have them.
  const offered = new Map<string, { readonly fix: Fix; readonly diagnostics: Diagnostic[] }>();
  for (const { group, diagnostic } of document.diagnosed) {
    if (!rangesTouch(diagnostic.range, range)) continue;
    for (const fix of group.found.flatMap(({ finding }) => finding.fixes())) {
      const key = JSON.stringify([fix.title, fix.edits]);
      const known = offered.get(key);
      if (known === undefined) offered.set(key, { fix, diagnostics: [diagnostic] });
      else if (!known.diagnostics.includes(diagnostic)) known.diagnostics.push(diagnostic);
    }
  }
  const actions = [...offered.values()].map(({ fix, diagnostics }) => quickFix(document, diagnostics, fix, makeEdit));
  return [...actions, ...suppressing(document, range, makeEdit)];
}

/** Ignoring comes last: fixing is better. */
function suppressing(document: JudgedDocument, range: Range, makeEdit: MakeEdit): CodeAction[] {
  return document.diagnosed.flatMap(({ group: { found }, diagnostic }) => {
    const finding = found[0]?.finding;
    if (finding === undefined || !rangesTouch(diagnostic.range, range) || isOfSuppression(finding.code)) return [];
    const edit = addSuppression(document.analysis, document.path, finding.code, finding.span.start);
    if (edit === undefined) return [];
    const title = `Ignore ${finding.code} here, with a reason`;
    return [{ title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], edit: makeEdit(document, [edit]) }];
  });
}

function quickFix(document: JudgedDocument, diagnostics: Diagnostic[], fix: Fix, makeEdit: MakeEdit): CodeAction {
  return {
    title: titleOf(fix),
    kind: CodeActionKind.QuickFix,
    diagnostics,
    ...(fix.kind === 'safe' ? { isPreferred: true } : {}),
    edit: makeEdit(document, fix.edits),
  };
}

/** Conversions without a finding; those with one are its quick fixes. */
function rewrites(document: JudgedDocument, range: Range, makeEdit: MakeEdit): CodeAction[] {
  const served = conversionsAt(document, range).filter((conversion) => conversion.served);
  return served
    .flatMap(({ fix, otherwise }) => (otherwise === undefined ? [fix] : [fix, otherwise]))
    .map((fix) => ({
      title: titleOf(fix),
      kind: CodeActionKind.RefactorRewrite,
      edit: makeEdit(document, fix.edits),
    }));
}

/** The title of an unsafe fix includes its cost, so that nothing is lost silently. */
function titleOf({ title, kind, left }: Fix): string {
  if (kind === 'safe' || left.length === 0) return title;
  const cost = costs[kind];
  // The title of a conversion already includes its cost, for shells that show nothing else.
  return `${title.replace(` (${cost})`, '')} (${cost}: ${shortened(left)})`;
}

/** Menus truncate longer titles. */
const longestCost = 90;

/** The first of some texts, as many as a menu shows, and the number of others. */
function shortened(texts: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (length > longestCost) break;
    shown.push(text);
  }
  const more = texts.length - shown.length;
  if (more === 0) return shown.join('; ');
  if (shown.length > 0) return `${shown.join('; ')}; and ${more} more`;
  const [first = ''] = texts;
  return `${first.slice(0, longestCost)}…${texts.length > 1 ? `; and ${texts.length - 1} more` : ''}`;
}

const costs: Readonly<Record<Fix['kind'], string>> = {
  safe: '',
  partial: 'needs manual changes',
  lossy: 'loses',
  forced: 'forced',
};

function fixAll(document: JudgedDocument, makeEdit: MakeEdit): CodeAction[] {
  const hasSafe = document.diagnosed.some(({ group }) =>
    group.found.some(({ finding }) => finding.fixes().some(({ kind }) => kind === 'safe')),
  );
  if (!hasSafe) return [];
  const { text } = applyFixes(document.text, document.inputs, safeFixes);
  const edits = lineEdits(document.text, text);
  if (edits.length === 0) return [];
  return [{ title: 'Apply all safe fixes of Kubecompat', kind: fixAllKind, edit: makeEdit(document, edits) }];
}

/** Whether two ranges have a position in common. */
export function rangesTouch(a: Range, b: Range): boolean {
  return !before(a.end, b.start) && !before(b.end, a.start);
}

function before(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
