import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import { describeSettingAt } from '../../insight/settings/describeSetting.ts';
import { describeClusters } from '../../sources/describeClusters.ts';
import type { Position } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';

/** Describes a gate, a flag, an API or a version in a cluster description. */
export function settingHover(
  { path, lines, targets, analysis }: JudgedDocument,
  position: Position,
): Hover | undefined {
  const clusters = describeClusters(analysis.manifest, path);
  const found = describeSettingAt(clusters, offsetAt(lines, position), targets.surfaces);
  if (found === undefined) return undefined;
  return { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: lines.range(found.span) };
}
