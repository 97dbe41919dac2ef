import type { Style } from './style.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/** What a format may use besides the report. */
export interface RenderContext {
  readonly style: Style;
  /** Terminal columns to wrap at; undefined where the output is no terminal. */
  readonly width: number | undefined;
  /** The text of a file that has findings; undefined where it is not at hand. */
  readonly sourceOf: (file: string) => string | undefined;
}

/** A way to write down a report. */
export interface ReportFormat {
  readonly name: string;
  /** Shows excerpts, so that the texts of files with findings have to be kept. */
  readonly needsSource: boolean;
  /** The output piece by piece, to be written in this order. */
  render(report: WorkspaceReport, context: RenderContext): Iterable<string>;
}
