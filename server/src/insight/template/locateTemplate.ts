import type { ChartText, ChartTexts } from '../../helm/chartTexts.ts';
import type { Span } from '../../text/span.ts';
import { namedTemplates } from './namedTemplates.ts';
import { templatePositionAt } from './templatePosition.ts';
import { keysAt } from './values.ts';

/** A stretch of a file. */
export interface FileSpan {
  readonly path: string;
  /** The text of the file. */
  readonly text: string;
  readonly span: Span;
}

/**
 * The definition of the name at an offset of a template: a named template, a value, an entry of Chart.yaml. Archived
 * definitions cannot be shown.
 */
export function locateInChart(text: string, offset: number, chart: ChartTexts): readonly FileSpan[] {
  return definitionsAt(text, offset, chart).flatMap(({ file, span }) =>
    file.isPacked ? [] : [{ path: file.path, text: file.text, span }],
  );
}

interface ChartSpan {
  readonly file: ChartText;
  readonly span: Span;
}

function definitionsAt(text: string, offset: number, chart: ChartTexts): readonly ChartSpan[] {
  const position = templatePositionAt(text, offset);
  if (position?.slot === 'template') {
    const found = namedTemplates(chart.templates).get(position.word.text) ?? [];
    // The last one counts.
    return found.toReversed();
  }
  if (position?.slot !== 'member' || position.object === undefined) return [];
  const [first, ...path] = [...position.object, position.word.text];
  if (first === 'Values') {
    return keysAt(chart, path).map(({ file, start, end }) => ({ file, span: { start, end } }));
  }
  const { description } = chart;
  const [member] = path;
  if (first !== 'Chart' || description === undefined || member === undefined) return [];
  const entry = description.root?.entries.find(({ key }) => key.toLowerCase() === member.toLowerCase());
  return entry === undefined ? [] : [{ file: description, span: entry.keySpan }];
}
