import type { ApiSurface } from '../catalog/surface.ts';
import { type Finding, type Fix, movedFinding } from '../finding.ts';
import type { Span } from '../text/span.ts';
import type { Analysis, DocumentFinding, JudgedResource } from './analysis.ts';
import { type ChangedLines, changedLines } from './changedLines.ts';

/**
 * Keeps findings during typing. Half a key, an open quote or an open bracket make a document unreadable, or its object
 * undecodable, until the line is whole: everything else in it keeps the findings of its last readable version, with
 * their spans moved. The changed lines have only what is found in them now.
 */
export class TypingMemo {
  #last: Judged | undefined;

  /** The analysis of a version, completed by what its changed lines hide. Call it for each version in turn. */
  complete(text: string, surfaces: readonly ApiSurface[], analysis: Analysis): Analysis {
    const last = this.#last;
    const now = { text, surfaces, analysis };
    if (last === undefined || last.surfaces !== surfaces) {
      this.#last = now;
      return analysis;
    }
    const changed = changedLines(last.text, text);
    const hidden = hiddenDocuments(last, now, changed);
    if (hidden.length === 0) {
      this.#last = now;
      return analysis;
    }
    const found = new Set(findingsOf(analysis).map(keyOf));
    const kept = findingsOf(last.analysis).flatMap((documentFinding): DocumentFinding[] => {
      if (!hidden.includes(documentFinding.document) || found.has(keyOf(documentFinding))) return [];
      const finding = moved(documentFinding.finding, changed);
      return finding === undefined ? [] : [{ ...documentFinding, finding }];
    });
    return { ...withoutGuesses(last, now, changed, hidden), documentFindings: [...analysis.documentFindings, ...kept] };
  }
}

/** A version of a file with its analysis. */
interface Judged {
  readonly text: string;
  readonly surfaces: readonly ApiSurface[];
  readonly analysis: Analysis;
}

/**
 * The analysis without findings that only the remains of an unreadable document give: of its head alone, a List looks like
 * no resource.
 */
function withoutGuesses(last: Judged, now: Judged, changed: ChangedLines, hidden: readonly number[]): Analysis {
  const before = new Set(findingsOf(last.analysis).map(keyOf));
  const resources = now.analysis.resources.map((judged): JudgedResource => {
    const { resource, verdicts } = judged;
    if (resource.partial !== true || !hidden.includes(resource.document)) return judged;
    const isCertain = (finding: Finding, target: string) =>
      touch(finding.span, changed.after) || before.has(keyOf({ document: resource.document, finding, target }));
    return {
      resource,
      verdicts: verdicts.map((verdict) => ({
        ...verdict,
        findings: verdict.findings.filter((finding) => isCertain(finding, verdict.surface.name)),
      })),
    };
  });
  return { ...now.analysis, resources };
}

/** The documents whose findings the changed lines hide: all that became unreadable, or the one whose object did. */
function hiddenDocuments(last: Judged, now: Judged, changed: ChangedLines): readonly number[] {
  const before = last.analysis.manifest.documents;
  const after = now.analysis.manifest.documents;
  const typed = before.findLastIndex(({ span }) => span.start <= changed.before.start);
  const unread = after.filter(({ problems }) => problems.length > 0);
  const isSameCount = before.length === after.length;
  const newlyUnread = unread.flatMap(({ index }) => (isSameCount ? index : typed));
  if (newlyUnread.length > 0) return newlyUnread.filter((index) => before[index]?.problems.length === 0);
  const isNew = unreadInTemplate(now.analysis) > unreadInTemplate(last.analysis);
  if (isNew) return before.map(({ index }) => index);
  if (!changed.isOneLine) return [];
  const hides = isBlockedIn(now.analysis, changed.after) && !isBlockedIn(last.analysis, changed.before);
  return hides && typed >= 0 ? [typed] : [];
}

/** Whether a finding in some lines hides the others of its object. */
function isBlockedIn({ documentFindings, resources }: Analysis, lines: Span): boolean {
  const blocks = ({ consequence, span }: Finding) => blocking.has(consequence) && touch(span, lines);
  return (
    documentFindings.some(({ finding }) => blocks(finding)) ||
    resources.some(({ verdicts }) => verdicts.some(({ findings }) => findings.some(blocks)))
  );
}

/** After these a server looks at nothing else in an object or configuration. */
const blocking: ReadonlySet<Finding['consequence']> = new Set(['undecodable', 'not-served', 'not-started']);

/** The documents of a template that could not be read. */
function unreadInTemplate({ template, notJudged }: Analysis): number {
  if (template === undefined) return 0;
  return notJudged.filter(({ reason }) => reason === 'syntax-error' || reason === 'broken-resource').length;
}

function findingsOf({ documentFindings, resources }: Analysis): readonly DocumentFinding[] {
  const ofResources = resources.flatMap(({ resource, verdicts }) =>
    verdicts.flatMap(({ surface, findings }) =>
      findings.map((finding) => ({ document: resource.document, finding, target: surface.name })),
    ),
  );
  return [...documentFindings, ...ofResources];
}

function keyOf({ finding: { code, path, message }, target = '' }: DocumentFinding): string {
  return [code, path, message, target].join('\n');
}

/** A finding in the new version; undefined if it began in the changed lines. */
function moved(finding: Finding, changed: ChangedLines): Finding | undefined {
  const span = movedSpan(finding.span, changed);
  if (span === undefined) return undefined;
  return movedFinding(finding, span, () => finding.fixes().flatMap((fix) => movedFix(fix, changed) ?? []));
}

/** A fix of the changed lines would overwrite what is being typed. */
function movedFix(fix: Fix, changed: ChangedLines): Fix | undefined {
  const { before } = changed;
  if (fix.edits.some(({ span }) => touch(span, before))) return undefined;
  const edits = fix.edits.flatMap(({ span, newText }) => {
    const at = movedSpan(span, changed);
    return at === undefined ? [] : [{ span: at, newText }];
  });
  return { ...fix, edits };
}

function movedSpan({ start, end }: Span, { before, after }: ChangedLines): Span | undefined {
  const by = after.end - before.end;
  if (start < before.start) return { start, end: end < before.start ? end : Math.max(start, end + by) };
  return start > before.end ? { start: start + by, end: end + by } : undefined;
}

function touch(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}
