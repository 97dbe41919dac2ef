import { pageStyle } from './page.ts';
import { tilesStyle } from './tiles.ts';
import { timelineStyle } from './timeline.ts';

/** The style of a report page. */
export const reportStyle = `${pageStyle}${tilesStyle}${timelineStyle}
h2 { font-size: 1.1em; font-weight: 600; margin-block: 1.5em .25em; }
details { margin-block: .4em; }
summary { cursor: pointer; }
table { border-collapse: collapse; inline-size: 100%; }
caption { text-align: start; padding-block: .5em; color: var(--quiet); }
th, td { text-align: start; vertical-align: top; padding: .35em .75em; border-block-end: 1px solid var(--line); }
td { white-space: nowrap; }
th[scope=row], .details td { white-space: normal; overflow-wrap: anywhere; }
th[scope=row] { font-weight: normal; min-inline-size: 16em; position: relative; padding-inline-start: 2.25em; }
thead th { position: sticky; inset-block-start: 0; background: var(--vscode-editor-background, Canvas); z-index: 1; }
thead button { font-weight: 600; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
td .note { display: block; font-size: .9em; }
.fold { position: absolute; inset-inline-start: .75em; inline-size: 1.2em; color: var(--quiet); }
.fold::before { content: "\\25be"; }
.fold[aria-expanded=false]::before { content: "\\25b8"; }
.fold:hover { text-decoration: none; }
tr:has(+ .details:not([hidden])) > * { border-block-end: none; }
.details td { padding-block-start: 0; padding-inline-start: 2em; }
.details ul { list-style: none; padding: 0; }
@media (max-width: 60em) { .scrolls { overflow-x: auto; } }
@media print { thead th { position: static; } tbody { break-inside: avoid; } .fold { display: none; } }
`;

/**
 * Searches, filters, sorts, folds and copies the table, and asks the editor to open, fix or save. Nothing is folded
 * without the script, or in print.
 */
export const reportScript = `
const host = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : undefined;
const groups = [...document.querySelectorAll('tbody')];
const search = document.getElementById('search');
const filter = document.getElementById('filter');
const shown = document.getElementById('shown');
const all = document.getElementById('all');
function fold(group, open) {
  const button = group.querySelector('[data-fold]');
  if (button === null) return;
  button.setAttribute('aria-expanded', String(open));
  group.querySelector('.details').hidden = !open;
}
function foldAll(open) {
  for (const group of groups) fold(group, open);
  all.setAttribute('aria-pressed', String(open));
  all.textContent = open ? 'Hide details' : 'Show details';
}
function narrow() {
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  let count = 0;
  for (const group of groups) {
    const { outcomes, worst } = group.dataset;
    const fits = filter.value === 'all' || outcomes.split(' ').includes(filter.value) || (filter.value === 'found' && worst !== 'good');
    const text = words.length === 0 ? '' : group.textContent.toLowerCase();
    group.hidden = !fits || !words.every((word) => text.includes(word));
    if (!group.hidden) count++;
  }
  shown.value = count === groups.length ? '' : count + ' of ' + groups.length;
  for (const tile of document.querySelectorAll('[data-filter]')) {
    tile.setAttribute('aria-pressed', String(tile.dataset.filter === filter.value));
  }
}
function sortBy(button) {
  const column = Number(button.dataset.sort);
  const head = button.closest('th');
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of head.parentElement.cells) other.setAttribute('aria-sort', 'none');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const key = (group) => column === 0 ? group.dataset.key : group.rows[0].cells[column].className + ' ' + group.rows[0].cells[column].textContent;
  groups.sort((a, b) => (down ? -1 : 1) * key(a).localeCompare(key(b)));
  head.closest('table').append(...groups);
}
function markdown() {
  const plain = (text) => text.replace(/\\s+/g, ' ').trim().replace(/[\\\\|*_\`<>\\[\\]#]/g, '\\\\$&');
  const lines = [];
  for (const group of groups) {
    if (group.hidden || group.querySelector('.details') === null) continue;
    lines.push('- **' + plain(group.querySelector('th').textContent) + '**');
    for (const item of group.querySelectorAll('.details li')) {
      lines.push('  - ' + plain(item.dataset.code) + ': ' + plain(item.querySelector('.message').textContent));
    }
  }
  return lines.join('\\n') + '\\n';
}
async function copy(button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(markdown());
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Could not copy';
  }
  setTimeout(() => { button.textContent = label; }, 2000);
}
for (const group of groups) fold(group, false);
search.addEventListener('input', narrow);
filter.addEventListener('change', narrow);
window.addEventListener('beforeprint', () => {
  foldAll(true);
  for (const details of document.querySelectorAll('details')) details.open = true;
});
document.body.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button === null) return;
  const { finding, fix, file, sort, filter: wanted } = button.dataset;
  if (sort !== undefined) sortBy(button);
  else if (button === all) foldAll(all.getAttribute('aria-pressed') !== 'true');
  else if ('fold' in button.dataset) fold(button.closest('tbody'), button.getAttribute('aria-expanded') !== 'true');
  else if (wanted !== undefined) {
    filter.value = filter.value === wanted ? 'all' : wanted;
    narrow();
  } else if (button.id === 'copy') copy(button);
  else if (button.id === 'save') host?.postMessage({ save: true });
  else if (fix !== undefined) host?.postMessage({ fix: Number(fix) });
  else if (finding !== undefined) host?.postMessage({ finding: Number(finding) });
  else if (file !== undefined) host?.postMessage({ file });
});
`;
