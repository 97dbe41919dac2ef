import { severityOf } from '../../finding.ts';
import { escapeHtml, type PageHost, page } from '../page/page.ts';
import { type SummaryTile, tilesPart } from '../page/tiles.ts';
import { count } from '../wrap.ts';
import { lineOf, manifestName } from './manifestLines.ts';
import type { MigrationAdvice, MigrationGroup } from './migrationAdvice.ts';
import { type ManifestOutline, type PlanOutline, planOutline, type StepOutline } from './planOutline.ts';
import { planScript, planStyle } from './planPageParts.ts';
import type { AffectedResource, PlanReport } from './planReport.ts';
import type { Section } from './section.ts';

/**
 * A plan as a self-contained page: numbers, a timeline of steps, the affected manifests of the workspace, then each
 * step, folded. Everything from the workspace is escaped.
 *
 * @param host undefined for a file that a browser opens.
 */
export function planPage(report: PlanReport, host: PageHost | undefined): string {
  const outline = planOutline(report);
  const { title, summary, from, to, steps, storage, defaults } = outline;
  const link = host === undefined ? plainLabel : linkButton;
  const body = `<main>
<h1>Upgrade plan: ${escapeHtml(title.replace(/^From/, 'from'))}</h1>
<p>${escapeHtml(summary)}</p>
${tilesPart(tilesOf(outline))}
${stepsPart(outline)}
<ul class="quiet"><li>from ${escapeHtml(from)}</li><li>to ${escapeHtml(to)}</li></ul>
<div class="tools"><label>Search <input type="search" id="search"></label>
<button class="action" id="all" aria-pressed="false">Show details</button>
${host === undefined ? '' : '<button class="action" id="save">Export as HTML…</button>'}
<output id="shown"></output></div>
${manifestsPart(outline, link)}
${steps.map((step) => stepPart(step, link)).join('\n')}
${storage.length === 0 ? '' : `<section id="storage"><h2>Storage</h2>${storage.map(groupPart).join('')}</section>`}
${defaults.lines.length === 0 ? '' : `<section>${sectionPart(defaults)}</section>`}
</main>`;
  return page({ title: `Kubecompat plan: ${title}`, style: planStyle, body, script: planScript }, host);
}

function tilesOf({ counts, storage }: PlanOutline): readonly SummaryTile[] {
  const { steps, rollbackUntil, first, resources, mustChange, refusedAlready, costly } = counts;
  const migrations = storage.reduce((sum, group) => sum + group.migrations.length, 0);
  const ofManifests: readonly SummaryTile[] = [
    {
      ...{
        label: 'Must change',
        value: String(mustChange),
        note: `of ${count(resources, 'resource')}, during the upgrade`,
      },
      ...{ tone: mustChange > 0 ? 'error' : 'good', shows: { part: 'manifests' } },
    },
    {
      ...{ label: 'Already refused', value: String(refusedAlready), note: `by ${first} as written` },
      ...{ tone: refusedAlready > 0 ? 'error' : 'good', shows: { part: 'manifests' } },
    },
    {
      ...{
        label: 'Affected by a rollback',
        value: String(costly),
        note: `of ${count(resources, 'resource')}`,
      },
      ...{ tone: costly > 0 ? 'warning' : 'good', shows: { part: 'manifests' } },
    },
  ];
  return [
    { label: 'Steps', value: String(steps), note: `from ${first}`, tone: 'quiet', shows: { part: 'steps' } },
    {
      ...{ label: 'Rollback until', value: rollbackUntil === 0 ? 'none' : `step ${rollbackUntil}` },
      ...{
        note: rollbackUntil === steps ? 'possible at every step' : `no rollback to ${first} after it`,
        shows: { part: 'steps' },
      },
      tone: rollbackUntil === steps ? 'good' : 'warning',
    },
    ...(resources === 0 ? [] : ofManifests),
    ...(migrations === 0
      ? []
      : [
          {
            ...{ label: 'Migrations', value: String(migrations), note: 'of stored objects' },
            ...({ tone: 'warning', shows: { part: 'storage' } } as const),
          },
        ]),
  ];
}

/** Returns the HTML of a manifest's position; `label` is HTML, `line` counts from 0. */
type ManifestLink = (manifest: AffectedResource, line: number, label: string) => string;

const linkButton: ManifestLink = ({ file }, line, label) =>
  `<button data-file="${escapeHtml(file)}" data-line="${line}">${label}</button>`;

const plainLabel: ManifestLink = (_, __, label) => label;

/** The steps in order, each with the number of affected manifests and whether a rollback is possible. */
function stepsPart({ steps, counts: { first } }: PlanOutline): string {
  const items = steps.map(({ number, goal, manifests, rollback }) => {
    const toChange = manifests.filter(({ mustChange }) => mustChange).length;
    const other = manifests.length - toChange;
    const marks = [
      ...(toChange === 0 ? [] : [`<li class="error">✗ ${count(toChange, 'manifest')} must change before</li>`]),
      ...(other === 0 ? [] : [`<li class="warning">⚠ ${count(other, 'manifest')} affected</li>`]),
      rollback.open
        ? `<li class="good">↩ rollback to ${escapeHtml(first)} possible</li>`
        : `<li class="warning">⚠ no rollback to ${escapeHtml(first)}</li>`,
    ];
    return `<li><a href="#step-${number}"><strong>${number}. ${escapeHtml(goal)}</strong></a><ul class="plain">${marks.join('')}</ul></li>`;
  });
  return `<nav id="steps" aria-label="Steps"><ol class="timeline">${items.join('')}</ol></nav>`;
}

/** The effects of the plan on each affected manifest, beginning with those that must change. */
function manifestsPart({ refusedNow, steps, counts }: PlanOutline, linkTo: ManifestLink): string {
  const notes = new Map<AffectedResource, string[]>();
  const note = (manifest: AffectedResource, line: string) =>
    notes.set(manifest, [...(notes.get(manifest) ?? []), line]);
  const link = (number: number) => `<a href="#step-${number}">step ${number}</a>`;
  for (const { manifest, why } of refusedNow) {
    note(manifest, `<span class="error">✗ already refused by ${escapeHtml(counts.first)}</span> ${escapeHtml(why)}`);
  }
  for (const isRequired of [true, false]) {
    for (const { number, manifests } of steps) {
      for (const { manifest, mustChange, word, findings } of manifests) {
        if (mustChange !== isRequired) continue;
        const mark = `<span class="${mustChange ? 'error' : 'warning'}">${mustChange ? '✗' : '⚠'} ${escapeHtml(word)}</span>`;
        note(manifest, `${mark} ${link(number)}: ${escapeHtml(findings.map(({ message }) => message).join('; '))}`);
      }
    }
  }
  for (const { number, rolledBack } of steps) {
    for (const { manifest, outcome, isCostly } of rolledBack) {
      if (isCostly)
        note(manifest, `<span class="warning">↩ after a rollback from</span> ${link(number)}: ${escapeHtml(outcome)}`);
    }
  }
  if (notes.size === 0) {
    return counts.resources === 0
      ? ''
      : '<section id="manifests"><h2>Your manifests</h2><p class="good">✓ No step concerns them, and a rollback costs them nothing.</p></section>';
  }
  const items = [...notes].map(
    ([manifest, lines]) =>
      `<li>${manifestLink(manifest, linkTo)}<ul class="plain">${lines.map((line) => `<li>${line}</li>`).join('')}</ul></li>`,
  );
  return `<section id="manifests"><h2>Your manifests</h2><ul class="plain manifests">${items.join('')}</ul></section>`;
}

function stepPart(step: StepOutline, link: ManifestLink): string {
  const { number, goal, title, advice, manifests, sections, rollback } = step;
  const rolledBack = step.rolledBack.map(
    ({ manifest, outcome, isCostly, why }) =>
      `<li><span class="${isCostly ? 'warning' : 'good'}">${isCostly ? '⚠' : '↩'} ${escapeHtml(outcome)}</span> ${manifestLink(manifest, link)}<br>${escapeHtml(why)}</li>`,
  );
  return `<section id="step-${number}"><details>
<summary><h2>${number}. ${escapeHtml(goal)}</h2></summary>
<p>${escapeHtml(title)}</p>
<p class="quiet">${escapeHtml(advice)}</p>
${manifests.length === 0 ? '' : `<h3>Manifests</h3><ul>${manifests.map((manifest) => manifestItem(manifest, link)).join('')}</ul>`}
${sections.map(sectionPart).join('\n')}
<h3>${escapeHtml(rollback.title)}</h3>
<p class="${rollback.open ? 'good' : 'warning'}">${rollback.lines.map(escapeHtml).join('<br>')}</p>
${rolledBack.length === 0 ? '' : `<ul>${rolledBack.join('')}</ul>`}
</details></section>`;
}

function manifestLink(manifest: AffectedResource, link: ManifestLink): string {
  const line = lineOf(manifest);
  const label = `${escapeHtml(manifestName(manifest))} <span class="quiet">${escapeHtml(`${manifest.file}:${line + 1}`)}</span>`;
  return link(manifest, line, label);
}

function manifestItem(
  { manifest, mustChange, word, change, command, ...judged }: ManifestOutline,
  link: ManifestLink,
): string {
  const findings = judged.findings.map(({ code, consequence, message, remedy, span }) => {
    const { line } = manifest.lines.position(span.start);
    const at = link(manifest, line, `line ${line + 1}`);
    const label = `<span class="${severityOf[consequence]}">${escapeHtml(code)}</span>`;
    return `<li>${label} ${at} ${escapeHtml(message)} <span class="quiet">${escapeHtml(remedy)}</span></li>`;
  });
  const mark = `<span class="${mustChange ? 'error' : 'warning'}">${mustChange ? '✗' : '⚠'} ${escapeHtml(word)} this step</span>`;
  return `<li>${mark} ${manifestLink(manifest, link)}<ul>${findings.join('')}</ul>${change === undefined ? '' : `<p>${escapeHtml(change)}</p>`}${command === undefined ? '' : `<pre>${escapeHtml(command)}</pre>`}</li>`;
}

function sectionPart({ title, lines }: Section): string {
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`);
  return `<details><summary>${escapeHtml(title)}: ${lines.length}</summary><ul>${items.join('')}</ul></details>`;
}

function groupPart({ title, lines, migrations }: MigrationGroup): string {
  const notes = lines.map((line) => `<p class="quiet">${escapeHtml(line)}</p>`).join('');
  return `<h3>${escapeHtml(title)}</h3>${notes}<ul>${migrations.map(adviceItem).join('')}</ul>`;
}

function adviceItem({ title, lines, manifest, commands }: MigrationAdvice): string {
  const notes = lines.map((line) => `<p class="quiet">${escapeHtml(line)}</p>`).join('');
  const texts = [...(manifest === undefined ? [] : [manifest.trimEnd()]), ...commands];
  if (texts.length === 0) return `<li>${escapeHtml(title)}${notes}</li>`;
  const shown = texts.map((text) => `<pre>${escapeHtml(text)}</pre>`).join('');
  return `<li><details><summary>${escapeHtml(title)}</summary>${shown}</details>${notes}</li>`;
}
