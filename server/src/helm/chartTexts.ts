import type { MapNode, Node } from '../manifest/node.ts';

/** A file of a chart, read. */
export interface ChartText {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** It is in an archive, whose path this is. */
  readonly isPacked: boolean;
}

/** A file that is one document of YAML or JSON. */
export interface ChartDocument extends ChartText {
  readonly root: MapNode | undefined;
}

/** Values of a chart in a file: a parent's file has those of a sub-chart below its name, and the reverse. */
export interface ValuesFile extends ChartDocument {
  /** The prefix of value paths in this file. */
  readonly below: readonly string[];
  /** The prefix that replaces it in the file. */
  readonly inFile: readonly string[];
}

/** The texts that the templates of one chart depend on. */
export interface ChartTexts {
  /** Files with values; the ones that count before others come first. */
  readonly values: readonly ValuesFile[];
  /** `values.schema.json`. */
  readonly schema: ChartDocument | undefined;
  readonly description: ChartDocument | undefined;
  /** The templates of the chart, its parents and its sub-charts, in Helm's order. */
  readonly templates: readonly ChartText[];
}

/** A key of a chart's file and its value. */
export interface FoundKey {
  readonly file: ChartDocument;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly value: Node;
}
