import { type Finding, severityOf } from '../../finding.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Style } from '../../report/style.ts';
import { printable } from '../../text/displayWidth.ts';
import type { LineIndex } from '../../text/lineIndex.ts';

/** Where a resource was read. */
export interface ResourceFile {
  readonly file: string;
  readonly lines: LineIndex;
}

/** A resource among differences: its location and name, with rows below. */
export function differenceBlock(
  resource: Resource,
  { file, lines }: ResourceFile,
  rows: readonly string[],
  style: Style,
): string {
  const name = [resource.namespace, resource.name].filter((part) => part !== undefined).join('/');
  const line = lineOf(lines, resource.apiVersionSpan.start);
  const title = `${file}:${line} ${resource.apiVersion} ${resource.kind} ${name}`;
  return [style('strong', printable(title.trimEnd())), ...rows, ''].join('\n');
}

/** A finding in such a row: `not-served[removed-api] line 1: batch/v1beta1 is no longer served`. */
export function findingText(
  { code, consequence, span, message }: Finding,
  { lines }: ResourceFile,
  style: Style,
): string {
  const what = `${style(severityOf[consequence], consequence)}${style('quiet', `[${code}]`)}`;
  return `${what} line ${lineOf(lines, span.start)}: ${printable(message)}`;
}

function lineOf(lines: LineIndex, offset: number): number {
  return lines.position(offset).line + 1;
}
