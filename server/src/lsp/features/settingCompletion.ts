import type { CompletionItem } from 'vscode-languageserver/node';
import { completeSetting } from '../../insight/settings/completeSetting.ts';
import { describeClusters } from '../../sources/describeClusters.ts';
import type { Position } from '../../text/lineIndex.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';

/** Flags, gates, APIs and versions, in files that describe the components of a cluster. */
export function settingCompletion(
  { text, path, lines, targets, analysis }: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
): readonly CompletionItem[] {
  const { manifest } = analysis;
  // Typing may have made the file temporarily unreadable.
  const isBroken = manifest.documents.some(({ problems }) => problems.length > 0);
  if (!isBroken && describeClusters(manifest, path).length === 0) return [];
  const found = completeSetting(text, path, offsetAt(lines, position), targets.surfaces);
  if (found === undefined) return [];
  return completionItems(found.suggestions, { range: lines.range(found.word), newline: newlineOf(text), ...takes });
}
