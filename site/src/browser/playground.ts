import { examples } from '../playground/examples.ts';
import { tooLong } from '../playground/limits.ts';
import type { Report, ShownFix } from '../playground/protocol.ts';
import { readFragment, shareFragment } from '../playground/share.ts';
import { CheckerClient } from './checkerClient.ts';
import { Editor } from './editor.ts';
import { showFindings } from './findingsList.ts';
import { LanguageServer } from './languageServer.ts';
import { VersionOutlook } from './outlook.ts';
import { assetsFolder, byId } from './page.ts';

/** How long typing must pause before the text is checked, in milliseconds. */
const pause = 150;

const message = byId('message', HTMLParagraphElement);
const summary = byId('summary', HTMLParagraphElement);
const list = byId('findings', HTMLOListElement);
const expression = byId('expression', HTMLInputElement);
const expressionSays = byId('expression-says', HTMLOutputElement);
const minors = [...document.querySelectorAll<HTMLInputElement>('input[name=minor]')];

const client = new CheckerClient(assetsFolder());
const language = new LanguageServer(assetsFolder());
const outlook = new VersionOutlook(assetsFolder(), minors);
const events = { fix: applyFix, reveal: (range: Parameters<Editor['reveal']>[0]) => editor.reveal(range) };
const parent = byId('editor', HTMLDivElement);
const editor = new Editor(parent, {
  changed: soon,
  refused: (length) => showMessage(tooLong(length)),
  fix: applyFix,
  ask: (what, text, position) => language.ask(what, text, targets(), position),
});
// The page's text without scripts.
parent.replaceChildren();

let timer: number | undefined;
/** Whether the shown results are of an older text or of other targets. */
let isStale = true;
let isChecking = false;

function showMessage(text: string): void {
  message.textContent = text;
}

function targets(): readonly string[] {
  const written = expression.value.trim();
  return [...minors.flatMap(({ checked, value }) => (checked ? [value] : [])), ...(written === '' ? [] : [written])];
}

function soon(): void {
  isStale = true;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void check(), pause);
}

/** Checks the present text; changes meanwhile are checked afterwards. */
async function check(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  while (isStale) {
    isStale = false;
    const [text, chosen] = [editor.text, targets()];
    const answer = await client.ask({ ask: 'check', text, targets: chosen });
    if (answer.answer === 'failed') summary.textContent = answer.why;
    else if (answer.answer === 'checked' && !isStale) {
      show(answer.report, chosen);
      outlook.of(text);
    }
  }
  isChecking = false;
}

function show(report: Report, chosen: readonly string[]): void {
  const { findings, resources, more, notJudged, problems, missingSets } = report;
  const written = expression.value.trim();
  const wrong = problems.find(({ target }) => target === written)?.problems[0];
  expressionSays.textContent = wrong === undefined ? '' : `${wrong.message} (allowed: ${wrong.allowed})`;
  expression.setAttribute('aria-invalid', String(wrong !== undefined));
  const sentences = [
    chosen.length === 0
      ? 'Pick an API server.'
      : `${count(resources, 'resource')}, ${count(findings.length + more, 'finding')}.`,
    ...(more > 0 ? [`The first ${findings.length} are shown.`] : []),
    ...notJudged.slice(0, 5).map(({ document: number, detail }) => `Document ${number + 1} was not checked: ${detail}`),
    ...missingSets.map((name) => `The definitions of ${name} could not be loaded.`),
  ];
  summary.textContent = sentences.join(' ');
  showFindings(list, report, events);
  editor.show(findings);
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

function applyFix({ edits, title, left }: ShownFix): void {
  // It was worked out for the text that was checked.
  if (isStale) {
    showMessage('The text has changed since. The fix is offered again in a moment.');
    return;
  }
  editor.apply(edits);
  showMessage([`${title}: done.`, ...left].join(' '));
}

/** Requests another text and replaces this one, unless it was edited meanwhile. */
async function change(ask: 'fix' | 'convert'): Promise<void> {
  const text = editor.text;
  const to = byId('to', HTMLInputElement).value.trim();
  const question =
    ask === 'fix'
      ? ({ ask, text, targets: targets(), accept: [] } as const)
      : ({ ask, text, targets: targets(), to: to === '' ? undefined : to } as const);
  const answer = await client.ask(question);
  if (answer.answer === 'failed') {
    showMessage(answer.why);
    return;
  }
  if (answer.answer !== 'changed') return;
  if (editor.text !== text) {
    showMessage('The text has changed meanwhile. Try again.');
    return;
  }
  if (answer.text !== text) editor.replace(answer.text);
  showMessage(answer.lines.length === 0 ? 'There is nothing to change.' : answer.lines.join('; '));
}

async function share(): Promise<void> {
  const fragment = shareFragment({ text: editor.text, targets: targets() });
  window.history.replaceState(undefined, '', `#${fragment}`);
  const { href } = window.location;
  const long = href.length > 8_000 ? ` It has ${href.length} characters: some programs cut such links off.` : '';
  try {
    await navigator.clipboard.writeText(href);
    showMessage(`The link is copied. It contains everything that it shares.${long}`);
  } catch {
    showMessage(`The link is in the address bar.${long}`);
  }
}

/** Opens a picked or dropped file. */
async function open(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  // Before it is read: a file may be larger than the memory.
  if (file.size > 4_000_000) {
    showMessage(tooLong(file.size));
    return;
  }
  const text = await file.text();
  if (editor.replace(text)) showMessage(`${file.name} is open in this page only.`);
}

function readLink(): boolean {
  const read = readFragment(window.location.hash.slice(1));
  if (read.state === 'none') return false;
  if (read.state === 'broken') {
    showMessage(read.why);
    return false;
  }
  const { text, targets: named } = read.shared;
  const known = new Set(minors.map(({ value }) => value));
  for (const minor of minors) minor.checked = named.includes(minor.value);
  expression.value = named.find((target) => !known.has(target)) ?? '';
  editor.replace(text);
  return true;
}

function showExample(name: string): void {
  const example = examples.find((candidate) => candidate.name === name);
  if (example !== undefined) editor.replace(example.text);
}

for (const minor of minors) minor.addEventListener('change', soon);
expression.addEventListener('input', soon);
byId('fix', HTMLButtonElement).addEventListener('click', () => void change('fix'));
byId('convert', HTMLButtonElement).addEventListener('click', () => void change('convert'));
byId('share', HTMLButtonElement).addEventListener('click', () => void share());
const picked = byId('open', HTMLInputElement);
picked.addEventListener('change', () => void open(picked.files?.[0]));
const example = byId('example', HTMLSelectElement);
example.addEventListener('change', () => showExample(example.value));
window.addEventListener('hashchange', readLink);
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener(
  'drop',
  (event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void open(file);
  },
  { capture: true },
);
if (!readLink()) showExample('upgrade');
