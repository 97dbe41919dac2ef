import type { ReportFinding } from './workspaceReport.ts';

/** Compares by UTF-16 units, independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of findings within a file: document, offset, code, target, then path and message to make it total. */
export function compareFindings(left: ReportFinding, right: ReportFinding): number {
  return (
    left.document - right.document ||
    left.offset[0] - right.offset[0] ||
    left.offset[1] - right.offset[1] ||
    compareText(left.code, right.code) ||
    compareText(left.target, right.target) ||
    compareText(left.path, right.path) ||
    compareText(left.message, right.message)
  );
}

/** Sorts entries by file; entries of one file keep their order. */
export function byFile<T extends { readonly file: string }>(entries: readonly T[]): readonly T[] {
  return [...entries].sort((a, b) => compareText(a.file, b.file));
}
