import { grouped } from '../../text/grouped.ts';
import { type Outlook, outlookOf } from '../outlook.ts';
import type { WorkspaceReport } from '../workspaceReport.ts';
import { count } from '../wrap.ts';
import { escapeHtml } from './page.ts';
import { outcomes, type ReportCounts, type ResourceOutcome } from './reportCounts.ts';

/** The maximum number of kinds named for a target. */
const maxKinds = 4;

/**
 * The targets in order, each with the results of resources as a bar and in words, and the kinds that no earlier target
 * refuses.
 */
export function timelinePart(report: WorkspaceReport, { byTarget }: ReportCounts): string {
  const outlook = outlookOf(report);
  const order = outlook?.order ?? report.targets.map(({ name }) => name);
  const items = order.map((name) => {
    const counts = byTarget.get(name);
    if (counts === undefined) return '';
    const words = outcomes.filter((outcome) => counts[outcome] > 0).map((outcome) => wordsOf(outcome, counts[outcome]));
    const breaks = outlook === undefined ? '' : firstRefused(outlook, name, report);
    return `<li><strong>${escapeHtml(name)}</strong>${bar(counts)}<ul class="plain">${words.join('')}</ul>${breaks}</li>`;
  });
  return `<ol class="timeline" aria-label="Resources by target">${items.join('')}</ol>`;
}

/** The CSS class of each outcome. */
export const outcomeClasses: Readonly<Record<ResourceOutcome, string>> = {
  refused: 'error',
  dropped: 'warning',
  warned: 'warning',
  fine: 'good',
  'not checked': 'quiet',
};

const words: Readonly<Record<ResourceOutcome, string>> = {
  refused: '✗ {} refused',
  dropped: '⚠ {} with dropped fields',
  warned: '⚠ {} warned about',
  fine: '✓ {} accepted',
  'not checked': '– {} not checked',
};

function wordsOf(outcome: ResourceOutcome, number: number): string {
  return `<li class="${outcomeClasses[outcome]}">${words[outcome].replace('{}', String(number))}</li>`;
}

/** The bar repeats the adjacent words, so screen readers skip it. */
function bar(counts: Readonly<Record<ResourceOutcome, number>>): string {
  const all = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  let x = 0;
  const parts = outcomes.map((outcome) => {
    const width = all === 0 ? 0 : (counts[outcome] / all) * 100;
    const part =
      width === 0
        ? ''
        : `<rect class="of-${outcome.replace(' ', '-')}" x="${round(x)}" width="${round(width)}" height="8"/>`;
    x += width;
    return part;
  });
  return `<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`;
}

function round(number: number): string {
  return number.toFixed(2);
}

/** The kinds that a target is the first to refuse, each with the number of required changes. */
function firstRefused({ tasks, order }: Outlook, target: string, { resources }: WorkspaceReport): string {
  const kinds = new Map(resources.map(({ id, kind }) => [id, kind]));
  const tasksBefore = tasks.filter(({ before }) => before === target);
  const byKind = [...grouped(tasksBefore.map((task) => [kinds.get(task.finding.resource ?? '') ?? 'files', task]))];
  if (byKind.length === 0) return '';
  const named = byKind
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, all]) => `${kind}${all.length === 1 ? '' : ` ×${all.length}`}`);
  const more = named.length > maxKinds ? ` and ${count(named.length - maxKinds, 'kind')} more` : '';
  const what = target === order[0] ? 'Already refused' : 'To change before';
  return `<p class="quiet">${what}: ${escapeHtml(named.slice(0, maxKinds).join(', '))}${more}</p>`;
}

/** The style of the timeline. */
export const timelineStyle = `
.timeline { display: grid; grid-template-columns: repeat(auto-fit, minmax(11em, 1fr)); gap: 0 .75em; padding: 0; margin-block: 1em; list-style: none; }
.timeline > li { border-block-start: 2px solid var(--line); padding-block: .75em; position: relative; margin: 0; overflow-wrap: anywhere; }
.timeline > li::before { content: ""; position: absolute; inset-block-start: -5px; inset-inline-start: 0; inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--vscode-foreground, CanvasText); }
.timeline svg { display: block; inline-size: 100%; block-size: 10px; margin-block: .4em; }
.timeline p { margin-block: .4em 0; }
.plain { list-style: none; padding: 0; }
.of-refused { fill: light-dark(#b00020, #ff8a80); }
.of-dropped { fill: light-dark(#c26b00, #ffb74d); }
.of-warned { fill: light-dark(#d9a400, #ffe082); }
.of-fine { fill: light-dark(#1b6e2d, #81c995); }
.of-not-checked { fill: light-dark(#bdbdbd, #616161); }
`;
