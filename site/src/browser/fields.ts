import { byId } from './page.ts';

/*
 * Filters a table by typed text. `#find=NAME` in an address sets the filter, and an address with a filtered field's
 * anchor shows all.
 */

const filter = byId('filter', HTMLInputElement);
const shown = byId('shown', HTMLOutputElement);
const rows = [...document.querySelectorAll<HTMLTableRowElement>('.fields tbody tr')];
const total = shown.textContent ?? '';
let texts: readonly string[] | undefined;

function narrow(): void {
  const words = filter.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  texts ??= rows.map((row) => (row.textContent ?? '').toLowerCase());
  let count = 0;
  rows.forEach((row, index) => {
    const text = texts?.[index] ?? '';
    const isShown = words.every((word) => text.includes(word));
    row.hidden = !isShown;
    if (isShown) count++;
  });
  shown.textContent = words.length === 0 ? total : `${count} of ${total}`;
}

function follow(): void {
  const hash = window.location.hash.slice(1);
  if (hash.startsWith('find=')) {
    filter.value = decoded(hash.slice('find='.length));
    narrow();
    filter.focus();
    return;
  }
  const named = document.getElementById(decoded(hash));
  if (!(named instanceof HTMLTableRowElement) || !named.hidden) return;
  filter.value = '';
  narrow();
  named.scrollIntoView();
}

/** An address is untrusted: an invalid encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

filter.addEventListener('input', narrow);
window.addEventListener('hashchange', follow);
follow();
