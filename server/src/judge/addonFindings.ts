import { checks } from '../checks/registry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { Span } from '../text/span.ts';
import type { DocumentFinding } from './analysis.ts';
import type { FileInputs } from './fileInputs.ts';

/** The findings on the releases of add-ons that a file installs, for each target. */
export function addonFindings(text: string, manifest: Manifest, inputs: FileInputs): readonly DocumentFinding[] {
  const { addons, surfaces } = inputs;
  if (addons.length === 0) return [];
  const lines = new LineIndex(text);
  const found: DocumentFinding[] = [];
  for (const addon of addons) {
    const span = spanOf(addon.from.text, lineSpan(lines, addon.from.line, text), text);
    const document = manifest.documents.find(
      (candidate) => candidate.span.start <= span.start && span.start <= candidate.span.end,
    )?.index;
    if (document === undefined) continue;
    for (const surface of surfaces) {
      for (const check of checks) {
        check.addon?.({ addon, span }, surface, (finding) => found.push({ document, finding, target: surface.name }));
      }
    }
  }
  return found;
}

function lineSpan(lines: LineIndex, line: number, text: string): Span {
  const end = lines.lineStart(line + 1) ?? text.length;
  return { start: lines.lineStart(line) ?? end, end };
}

/** The span of a version in its line; the line if it is not found. */
function spanOf(written: string, line: Span, text: string): Span {
  const at = written === '' ? -1 : text.slice(line.start, line.end).indexOf(written);
  return at < 0 ? line : { start: line.start + at, end: line.start + at + written.length };
}
