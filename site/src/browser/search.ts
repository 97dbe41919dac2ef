import { shardOf } from '../searchShards.ts';
import { assetsFolder, byId } from './page.ts';

/* Searches kinds and fields. The index files are loaded while typing, those of fields by first letters. */

/** `[kind, group, project, path]`. */
type KindRow = readonly [kind: string, group: string, project: string, path: string];
/** Names of fields with the indices of the kinds that have them. */
type FieldRows = Readonly<Record<string, readonly number[]>>;

declare global {
  interface Window {
    /** Called by the files of the index. */
    kubecompatIndex: (name: string, value: unknown) => void;
  }
}

const maxKinds = 30;
const maxFields = 40;

const search = byId('search', HTMLInputElement);
const results = byId('results', HTMLUListElement);
const found = byId('found', HTMLOutputElement);

const loaded = new Map<string, unknown>();
const coming = new Map<string, Promise<void>>();
window.kubecompatIndex = (name, value) => loaded.set(name, value);

function load(name: string): Promise<void> {
  let promise = coming.get(name);
  if (promise === undefined) {
    promise = new Promise((done) => {
      const script = document.createElement('script');
      script.src = `${assetsFolder()}search/${name}.js`;
      script.addEventListener('load', () => done());
      // There is no file for letters that no field begins with.
      script.addEventListener('error', () => done());
      document.head.append(script);
    });
    coming.set(name, promise);
  }
  return promise;
}

function isKinds(value: unknown): value is readonly KindRow[] {
  return Array.isArray(value);
}

function isFields(value: unknown): value is FieldRows {
  return typeof value === 'object' && value !== null;
}

async function runSearch(): Promise<void> {
  const word = search.value
    .trim()
    .toLowerCase()
    .replace(/^.*[.\s]/, '');
  if (word === '') {
    results.replaceChildren();
    found.textContent = '';
    return;
  }
  const shard = `fields-${shardOf(word)}`;
  await Promise.all([load('kinds'), load(shard)]);
  if (
    search.value
      .trim()
      .toLowerCase()
      .replace(/^.*[.\s]/, '') !== word
  )
    return;
  const [all, fields] = [loaded.get('kinds'), loaded.get(shard)];
  const kinds = isKinds(all) ? all : [];
  const matching = kinds
    .filter(([kind, group]) => kind.toLowerCase().includes(word) || group.includes(word))
    .sort((a, b) => rankOf(a[0], word) - rankOf(b[0], word));
  const having = Object.entries(isFields(fields) ? fields : {})
    .filter(([name]) => name.toLowerCase().startsWith(word))
    .sort(([a], [b]) => a.length - b.length)
    .flatMap(([name, indices]) => indices.map((index) => ({ name, kind: kinds[index] })));
  const rows = [
    ...matching.slice(0, maxKinds).map((kind) => row(kind, undefined)),
    ...having.slice(0, maxFields).flatMap(({ name, kind }) => (kind === undefined ? [] : [row(kind, name)])),
  ];
  results.replaceChildren(...rows);
  found.textContent = `${count(matching.length, 'kind')}, ${count(having.length, 'field')}${matching.length > maxKinds || having.length > maxFields ? '; the first are shown' : ''}`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

/** Prefix matches come first, shorter before longer. */
function rankOf(kind: string, word: string): number {
  return (kind.toLowerCase().startsWith(word) ? 0 : 1_000) + kind.length;
}

function row([kind, group, project, path]: KindRow, field: string | undefined): HTMLElement {
  const link = document.createElement('a');
  link.href = `${document.documentElement.dataset['root'] ?? './'}${path}${field === undefined ? '' : `#find=${encodeURIComponent(field)}`}`;
  link.textContent = field === undefined ? kind : `${field} in ${kind}`;
  const where = document.createElement('span');
  where.className = 'quiet';
  where.textContent = ` ${group === '' ? 'core' : group} · ${project}`;
  const item = document.createElement('li');
  item.append(link, where);
  return item;
}

search.addEventListener('input', () => void runSearch());
void runSearch();
