import type { ReportFinding } from './workspaceReport.ts';

/** Order by UTF-16 units: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The report's order within a file: document, offset, code, target, and further properties to make it total. */
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

/** Sorts entries by file; those of one file keep their order. */
export function byFile<T extends { readonly file: string }>(entries: readonly T[]): readonly T[] {
  return [...entries].sort((a, b) => compareText(a.file, b.file));
}
