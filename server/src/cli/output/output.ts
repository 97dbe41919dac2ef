import { resolve } from 'node:path';
import { columns, isColumn } from '../../report/findingRows.ts';
import type { RenderContext, ReportFormat, TableSettings } from '../../report/format.ts';
import { plain } from '../../report/style.ts';
import type { WorkspaceReport } from '../../report/workspaceReport.ts';
import { explainWriteError } from '../../workspace/disk/ioError.ts';
import { exitCode } from '../command.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments, UsageError, valuesOf } from '../flags/arguments.ts';
import type { Terminal } from './terminal.ts';

/** The destinations of a report: one format to standard output, and any number to files. */
export interface ReportOutputs {
  readonly stdout: ReportFormat | undefined;
  readonly files: readonly { readonly format: ReportFormat; readonly path: string }[];
  readonly needsSource: boolean;
  readonly table: TableSettings;
}

/** `--format` and `--output` over the formats of a command. */
export function outputFlags(formats: readonly ReportFormat[]): readonly FlagSpec[] {
  const names = formats.map(({ name }) => name);
  return [
    { name: 'format', value: 'FORMAT', choices: names, help: `the format on standard output: ${names.join(', ')}` },
    {
      name: 'output',
      short: 'o',
      value: 'FORMAT[=FILE]',
      help: 'write the report into FILE, and to standard output only if --format is given; without =FILE, same as --format; may be repeated',
    },
    {
      name: 'columns',
      value: 'COLUMN,COLUMN',
      help: `the columns of csv, markdown and table: ${columns.join(', ')}`,
    },
    {
      name: 'no-headers',
      short: 'H',
      help: 'csv and table: omit the header; table: omit the summary too',
    },
  ];
}

/** `--format` of commands that print a table for people or one JSON object. */
export const jsonOrText: FlagSpec = {
  name: 'format',
  short: 'o',
  alias: 'output',
  value: 'FORMAT',
  choices: ['text', 'json'],
  help: 'text (default) or json',
};

/** Whether a command with {@link jsonOrText} should print JSON. */
export function wantsJson(parsed: ParsedArguments): boolean {
  return lastValue(parsed, 'format') === 'json';
}

/** Parses `--format` and `--output`; with only `--output`, nothing goes to standard output. Throws a UsageError. */
export function reportOutputs(parsed: ParsedArguments, formats: readonly ReportFormat[]): ReportOutputs {
  const written = valuesOf(parsed, 'output');
  const isShown = (value: string) => formats.some((known) => known.name === value);
  const files = written
    .filter((value) => !isShown(value))
    .map((value) => {
      const at = value.indexOf('=');
      const name = at < 0 ? value : value.slice(0, at);
      const format = formats.find((known) => known.name === name);
      if (format === undefined || at < 0 || at === value.length - 1) {
        const names = formats.map((known) => known.name).join(', ');
        throw new UsageError(`--output=${value} is not valid`, `write --output FORMAT=FILE; the formats are ${names}`);
      }
      return { format, path: value.slice(at + 1) };
    });
  const name = lastValue(parsed, 'format') ?? written.findLast(isShown) ?? (files.length === 0 ? 'text' : undefined);
  const stdout = formats.find((known) => known.name === name);
  const needsSource = [stdout, ...files.map(({ format }) => format)].some((format) => format?.needsSource === true);
  return { stdout, files, needsSource, table: tableOf(parsed) };
}

/** `--columns` and `--no-headers`. Throws a UsageError for an unknown column. */
function tableOf(parsed: ParsedArguments): TableSettings {
  const names = valuesOf(parsed, 'columns').flatMap((value) => value.split(',').map((name) => name.trim()));
  const other = names.find((name) => !isColumn(name));
  if (other !== undefined) {
    throw new UsageError(`--columns=${other} is not valid`, `the columns are ${columns.join(', ')}`);
  }
  const chosen = names.filter(isColumn);
  return { headers: !isOn(parsed, 'no-headers'), ...(chosen.length === 0 ? {} : { columns: chosen }) };
}

/** A report, with the source of its excerpts. */
export interface OutputFiles extends Pick<RenderContext, 'sourceOf'> {
  readonly report: WorkspaceReport;
}

/** Writes a report to its destinations. Returns the exit code: `exit`, or 2 if a file could not be written. */
export async function writeReport(
  { report, sourceOf }: OutputFiles,
  outputs: ReportOutputs,
  terminal: Terminal,
  exit: number,
): Promise<number> {
  const { table } = outputs;
  if (outputs.stdout !== undefined) {
    const { style, width } = terminal;
    await terminal.stream(outputs.stdout.render(report, { style, width, sourceOf, table }));
  }
  let code = exit;
  for (const { format, path } of outputs.files) {
    const parts = format.render(report, { style: plain, width: undefined, sourceOf, table });
    try {
      terminal.save(resolve(terminal.cwd, path), parts);
    } catch (error) {
      const { message, remedy } = explainWriteError(error);
      terminal.problem(`--output: ${path} ${message}`, remedy);
      code = exitCode.usage;
    }
  }
  return code;
}
