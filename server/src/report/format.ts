import type { ExcerptText } from './excerpt.ts';
import type { Column } from './findingRows.ts';
import type { Style } from './style.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/** Additional inputs of a format. */
export interface RenderContext {
  readonly style: Style;
  /** Terminal columns to wrap at; undefined if the output is not a terminal. */
  readonly width: number | undefined;
  /** The source of excerpts of a file with findings; undefined if unavailable. */
  readonly sourceOf: (file: string) => ExcerptText | undefined;
  /** For formats that are tables. */
  readonly table?: TableSettings;
}

/** The settings of formats that are tables. */
export interface TableSettings {
  readonly columns?: readonly Column[];
  /** Whether to print the names of the columns; default true. */
  readonly headers?: boolean;
}

/** A report format. */
export interface ReportFormat {
  readonly name: string;
  /** Whether it shows excerpts, so that a run must keep the lines with findings. */
  readonly needsSource: boolean;
  /** The output in pieces, in order. */
  render(report: WorkspaceReport, context: RenderContext): Iterable<string>;
}
