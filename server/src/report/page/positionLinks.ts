import type { ReportFinding } from '../workspaceReport.ts';
import { escapeHtml, type PageHost } from './page.ts';

/** The HTML of file positions, with their actions. */
export interface PositionLinks {
  /** A file, with a label that is HTML. */
  readonly file: (file: string, label: string) => string;
  /** The line of a finding, by its index in the report, with the editor's actions. */
  readonly finding: (index: number, finding: ReportFinding) => string;
}

/** Buttons if an editor shows the page, otherwise text. */
export function positionLinksFor(host: PageHost | undefined): PositionLinks {
  return host === undefined ? printed : buttons;
}

const buttons: PositionLinks = {
  file: (file, label) => `<button data-file="${escapeHtml(file)}">${label}</button>`,
  finding: (index, { range, fixes }) => {
    const open = `<button data-finding="${index}">line ${range.start.line + 1}</button>`;
    return fixes.length === 0 ? open : `${open} <button data-fix="${index}">Fix…</button>`;
  },
};

const printed: PositionLinks = {
  file: (_, label) => label,
  finding: (_, { range }) => `line ${range.start.line + 1}`,
};
