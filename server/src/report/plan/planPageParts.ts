import { pageStyle } from '../page/page.ts';
import { tilesStyle } from '../page/tiles.ts';
import { timelineStyle } from '../page/timeline.ts';

/** The style of a plan page. */
export const planStyle = `${pageStyle}${tilesStyle}${timelineStyle}
h2 { font-size: 1.2em; font-weight: 600; margin-block: 1.5em .25em; }
h3 { font-size: 1em; font-weight: 600; margin-block: .75em .25em; }
section { border-block-start: 1px solid var(--line); padding-block: .5em; overflow-wrap: anywhere; }
summary > h2 { display: inline; }
.manifests > li { margin-block: .6em; }
.manifests ul { padding-inline-start: 1.5em; }
a { color: var(--vscode-textLink-foreground, LinkText); }
details { margin-block: .25em; }
summary { cursor: pointer; }
section p { margin-block: .25em; }
pre { font-family: var(--vscode-editor-font-family, ui-monospace, monospace); background: var(--vscode-textCodeBlock-background, light-dark(#0001, #fff1)); padding: .5em .75em; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; margin-block: .25em; }
@media print { section { break-inside: auto; } h2 { break-after: avoid; } li { break-inside: avoid; } a { color: inherit; text-decoration: none; } }
`;

/** Searches, unfolds, and asks the editor to show positions. Unfolds everything in print. */
export const planScript = `
const host = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : undefined;
const search = document.getElementById('search');
const all = document.getElementById('all');
const folds = [...document.querySelectorAll('details')];
const items = [...document.querySelectorAll('section > ul > li, details > ul > li')];
function unfold(open) {
  for (const fold of folds) fold.open = open;
  all.setAttribute('aria-pressed', String(open));
  all.textContent = open ? 'Hide details' : 'Show details';
}
function narrow() {
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  let shown = 0;
  for (const item of items) {
    const text = item.textContent.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) shown++;
  }
  for (const fold of folds) fold.hidden = [...fold.querySelectorAll('li')].every((item) => item.hidden);
  document.getElementById('shown').value = words.length === 0 ? '' : shown + ' of ' + items.length;
  if (words.length > 0) unfold(true);
}
search.addEventListener('input', narrow);
// Unfolds the step that the address links to.
function openLinked() {
  const fold = document.querySelector(location.hash.startsWith('#step-') ? location.hash + ' > details' : '#none');
  if (fold !== null) fold.open = true;
}
window.addEventListener('hashchange', openLinked);
window.addEventListener('beforeprint', () => unfold(true));
document.body.addEventListener('click', (event) => {
  // In a webview, a link within the page does not change the address.
  const to = event.target.closest('a')?.getAttribute('href') ?? '';
  if (to.startsWith('#step-')) document.querySelector(to + ' > details').open = true;
  const button = event.target.closest('button');
  if (button === null) return;
  if (button.id === 'save') host?.postMessage({ save: true });
  else if (button === all) unfold(all.getAttribute('aria-pressed') !== 'true');
  else if (button.dataset.file !== undefined) host?.postMessage({ file: button.dataset.file, line: Number(button.dataset.line) });
});
`;
