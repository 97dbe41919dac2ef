import { escapeHtml } from './page.ts';

/** A headline number. */
export interface SummaryTile {
  /** `Refused`. */
  readonly label: string;
  readonly value: string;
  /** An explaining phrase. */
  readonly note: string;
  readonly tone: 'good' | 'warning' | 'error' | 'quiet';
  /** The result of a click: a filter of the table, or a jump to the part with an id; absent for none. */
  readonly shows?: { readonly filter: string } | { readonly part: string };
}

/** The tiles at the top of a page, as a list. */
export function tilesPart(tiles: readonly SummaryTile[]): string {
  return `<ul class="tiles" aria-label="Summary">${tiles.map((tile) => `<li>${tileHtml(tile)}</li>`).join('')}</ul>`;
}

function tileHtml({ label, value, note, tone, shows }: SummaryTile): string {
  const inside = `<span class="label">${escapeHtml(label)}</span> <span class="value ${tone}">${escapeHtml(value)}</span> <span class="note quiet">${escapeHtml(note)}</span>`;
  if (shows === undefined) return `<div class="tile">${inside}</div>`;
  return 'filter' in shows
    ? `<button class="tile" data-filter="${shows.filter}" aria-pressed="false">${inside}</button>`
    : `<a class="tile" href="#${shows.part}">${inside}</a>`;
}

/** The style of tiles. */
export const tilesStyle = `
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5em, 1fr)); gap: .75em; padding: 0; margin-block: 1em; list-style: none; }
.tiles li { margin: 0; display: grid; }
.tile { display: grid; gap: .15em; align-content: start; padding: .75em 1em; border: 1px solid var(--line); border-radius: 6px; color: inherit; text-decoration: none; }
button.tile:hover, a.tile:hover { text-decoration: none; color: inherit; border-color: currentColor; }
.tile[aria-pressed=true] { border-color: var(--vscode-focusBorder, Highlight); outline: 1px solid var(--vscode-focusBorder, Highlight); }
.tile .value { font-size: 1.6em; font-weight: 600; line-height: 1.2; overflow-wrap: anywhere; }
`;
