import type { Range } from '../../../server/src/library/types.ts';
import type { Report, ShownFinding, ShownFix } from '../playground/protocol.ts';

/** The actions on a finding. */
export interface FindingEvents {
  readonly fix: (fix: ShownFix) => void;
  readonly reveal: (range: Range) => void;
}

/** Shows findings as a list. Everything in them is text: pasted content never becomes HTML. */
export function showFindings(list: HTMLElement, { findings }: Report, events: FindingEvents): void {
  list.replaceChildren(...merged(findings).map((finding) => item(finding, events)));
}

/** A finding of several targets. */
interface OfTargets {
  readonly finding: ShownFinding;
  readonly targets: readonly string[];
}

/** Equal findings of several targets are shown once. */
function merged(findings: readonly ShownFinding[]): readonly OfTargets[] {
  const known = new Map<string, { readonly finding: ShownFinding; readonly targets: string[] }>();
  for (const finding of findings) {
    const { code, path, message, range, target } = finding;
    const key = JSON.stringify([code, path, message, range]);
    const same = known.get(key);
    const targets = target === undefined ? [] : [target];
    if (same === undefined) known.set(key, { finding, targets });
    else same.targets.push(...targets);
  }
  return [...known.values()];
}

function item({ finding, targets }: OfTargets, { fix, reveal }: FindingEvents): HTMLElement {
  const { code, severity, message, why, remedy, range, resource, fixes } = finding;
  const where = button(`line ${range.start.line + 1}`, 'place', () => reveal(range));
  const link = element('a', code, 'code');
  link.setAttribute('href', `findings/${encodeURIComponent(code)}.html`);
  const head = element('p', '', `head ${severity}`);
  const named = [
    ...(resource === undefined ? [] : [resource]),
    ...(targets.length === 0 ? [] : [`at ${targets.join(', ')}`]),
  ];
  head.append(element('b', severity), ' ', link, ' ', where, element('span', ` ${named.join(' · ')}`, 'quiet'));
  const rest = element('details');
  rest.append(element('summary', 'Why, and what to do'), element('p', why), element('p', remedy));
  const fixLine = element('p', '', 'fixes');
  fixLine.append(...fixes.slice(0, 4).map((offered) => button(`Fix: ${offered.title}`, 'action', () => fix(offered))));
  const row = element('li', '', severity);
  row.append(head, element('p', message, 'message'), ...(fixes.length === 0 ? [] : [fixLine]), rest);
  return row;
}

function element(name: string, text = '', className = ''): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  if (className !== '') created.className = className;
  return created;
}

function button(text: string, className: string, click: () => void): HTMLElement {
  const created = element('button', text, className);
  created.setAttribute('type', 'button');
  created.addEventListener('click', click);
  return created;
}
