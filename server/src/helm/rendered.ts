/** The output of `helm template` for one template: every document as printed. */
export interface RenderedTemplate {
  /** The template, from the chart's folder on, with `/`. */
  readonly file: string;
  readonly text: string;
}

/**
 * Splits the output of `helm template` by the comments with the template of each document. Documents keep the order of
 * the output, with separators.
 *
 * @returns one entry per template, in the order of the output.
 */
export function renderedTemplates(output: string): readonly RenderedTemplate[] {
  const texts = new Map<string, string>();
  const header = /^---\r?\n# Source: ([^\n]+)\n/gm;
  let file: string | undefined;
  let from = 0;
  const end = (at: number) => {
    if (file === undefined) return;
    const before = texts.get(file);
    const text = output.slice(from, at);
    texts.set(file, before === undefined ? text : `${before}${before.endsWith('\n') ? '' : '\n'}---\n${text}`);
  };
  for (const match of output.matchAll(header)) {
    end(match.index);
    file = withoutChart((match[1] ?? '').trimEnd());
    from = match.index + match[0].length;
  }
  end(output.length);
  return [...texts].map(([name, text]) => ({ file: name, text }));
}

/** Helm names templates with the name of their chart in front, which need not be its folder's. */
function withoutChart(source: string): string {
  return source.slice(source.indexOf('/') + 1);
}

/** Helm's error for a chart, with its position. */
export interface RenderError {
  readonly message: string;
  /** The template, from the chart's folder on; undefined if it names none. */
  readonly file: string | undefined;
  /** 0-based; undefined if it names none. */
  readonly line: number | undefined;
  /** In UTF-8 bytes from the start of the line, 0-based; undefined if it names none. */
  readonly column: number | undefined;
}

/** Parses Helm's standard error. */
export function readRenderError(text: string): RenderError {
  const lines = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Use --debug') && !line.startsWith('WARNING'));
  const message = lines.join('\n').replace(/^Error: /, '');
  // `template: chart/templates/a.yaml:3:5: …`, `execution error at (chart/templates/a.yaml:3:5): …`,
  // `parse error at (chart/templates/a.yaml:3): …`, `YAML parse error on chart/templates/a.yaml: …`
  const located = /(?:template: |error at \(|parse error on )([^\s:()]+\/[^\s:()]+)(?::(\d+))?(?::(\d+))?/.exec(
    message,
  );
  const [, source, line, column] = located ?? [];
  return {
    message,
    file: source === undefined ? undefined : withoutChart(source),
    line: line === undefined ? undefined : Math.max(0, Number(line) - 1),
    column: column === undefined ? undefined : Number(column),
  };
}

/** The result for a file of a chart when the chart was rendered for a target. */
export interface Rendering {
  /** The output of the file; undefined if the chart was not rendered. */
  readonly text: string | undefined;
  /** Why the chart was not rendered, if this file reports it. */
  readonly error: RenderError | undefined;
  /** Further values of the release, which are unknown, as in "rendered without the Secret a". */
  readonly open: readonly string[];
  /** Whether the tool that installs the chart runs `helm template` as well, so that the target gets this output. */
  readonly isInstalled?: boolean;
}
