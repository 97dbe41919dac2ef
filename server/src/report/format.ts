import type { ExcerptText } from './excerpt.ts';
import type { Column } from './findingRows.ts';
import type { Style } from './style.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/** Additional inputs of a format. */
export interface RenderContext {
  readonly style: Style;
  /** Terminal columns to wrap at; undefined if the output is no terminal. */
  readonly width: number | undefined;
  /** The source of excerpts of a file with findings; undefined if unavailable. */
  readonly sourceOf: (file: string) => ExcerptText | undefined;
  /** The columns of formats that are tables, and whether they begin with the names of these. */
  readonly table?: TableSettings;
}

/** The settings of formats that are tables. */
export interface TableSettings {
  readonly columns?: readonly Column[];
  readonly headers?: boolean;
}

/** A report format. */
export interface ReportFormat {
  readonly name: string;
  /** Whether it shows excerpts, so that lines with findings must be kept. */
  readonly needsSource: boolean;
  /** The output piece by piece, to be written in this order. */
  render(report: WorkspaceReport, context: RenderContext): Iterable<string>;
}
