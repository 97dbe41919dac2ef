import type { ChartInstaller } from '../targets/templateCommand.ts';
import type { Definition } from './execute.ts';
import { definedTemplates } from './execute.ts';
import { parseTemplate } from './template/parse.ts';

/** The templates of a chart and its sub-charts, which share the names that they define. */
export interface ChartTemplates {
  /** Every named template. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The known installers of the chart; absent if there are none. */
  readonly installers?: readonly ChartInstaller[];
}

/**
 * Collects the named templates of a chart. Of two with one name, the later file's counts, as in Helm, which reads the
 * files of sub-charts first and those of one chart in the order of their names.
 */
export function chartTemplates(texts: readonly string[]): ChartTemplates {
  const definitions = new Map<string, Definition>();
  for (const text of texts) addDefinitions(text, definitions);
  return { definitions };
}

function addDefinitions(text: string, definitions: Map<string, Definition>): void {
  if (!/\{\{-?\s*(?:define|block)\b/.test(text)) return;
  const { body } = parseTemplate(text);
  for (const [name, defined] of definedTemplates(body)) definitions.set(name, { text, body: defined });
}

/** The templates of a chart, with those of the judged file in their present text. */
export function withFile({ definitions }: ChartTemplates, text: string): ReadonlyMap<string, Definition> {
  const all = new Map(definitions);
  addDefinitions(text, all);
  return all;
}
