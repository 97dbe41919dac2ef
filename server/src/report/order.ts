import type { ReportFinding } from './workspaceReport.ts';

/** Order by UTF-16 units: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The report's order within a file: document, offset, code, target, and further properties to make it total. */
export function compareFindings(a: ReportFinding, b: ReportFinding): number {
  return (
    a.document - b.document ||
    a.offset[0] - b.offset[0] ||
    a.offset[1] - b.offset[1] ||
    compareText(a.code, b.code) ||
    compareText(a.target, b.target) ||
    compareText(a.path, b.path) ||
    compareText(a.message, b.message)
  );
}

/** Sorts entries by file; those of one file keep their order. */
export function byFile<T extends { readonly file: string }>(entries: readonly T[]): readonly T[] {
  return [...entries].sort((a, b) => compareText(a.file, b.file));
}
