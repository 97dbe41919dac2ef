import type { ExcerptText } from './excerpt.ts';
import type { Style } from './style.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

/** What a format may use besides the report. */
export interface RenderContext {
  readonly style: Style;
  /** Terminal columns to wrap at; undefined where the output is no terminal. */
  readonly width: number | undefined;
  /** What the excerpts of a file with findings are taken from; undefined where it is not at hand. */
  readonly sourceOf: (file: string) => ExcerptText | undefined;
}

/** A way to write down a report. */
export interface ReportFormat {
  readonly name: string;
  /** Shows excerpts, so that the lines with findings must be kept. */
  readonly needsSource: boolean;
  /** The output piece by piece, to be written in this order. */
  render(report: WorkspaceReport, context: RenderContext): Iterable<string>;
}
