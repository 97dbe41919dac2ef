/** Text of the user's or of a fact, as Markdown shows it in a line or a table. */
export function escaped(text: string): string {
  return text.replace(/[\\|*_`<>[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

const longestText = 2_000;

/** Third-party text as a separate block: its Markdown is escaped, so that it can fetch nothing. */
export function prose(text: string): string {
  const shown = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return shown
    .split('\n')
    .map((line) => escaped(line.trim()))
    .join('\n');
}

/** A table with a row of heads. The cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${heads.map(() => ':--|').join('')}`, ...rows.map(line)].join('\n');
}
