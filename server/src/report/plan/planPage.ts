import { severityOf } from '../../finding.ts';
import { escapeHtml, type PageHost, page } from '../page.ts';
import { count } from '../wrap.ts';
import { lineOf, manifestName } from './manifestLines.ts';
import type { MigrationAdvice, MigrationGroup } from './migrationAdvice.ts';
import {
  type ManifestOutline,
  type PlanOutline,
  planOutline,
  type SaidOfManifest,
  type StepOutline,
} from './planOutline.ts';
import { planScript, planStyle } from './planPageParts.ts';
import type { AffectedResource, PlanReport } from './planReport.ts';
import type { Section } from './planSections.ts';

/**
 * A plan as one page that needs nothing else: the steps with what to do before each, what each changes, and how far back
 * one can go. Everything from the workspace is escaped.
 *
 * @param host undefined for a file that a browser opens.
 */
export function planPage(report: PlanReport, host: PageHost | undefined): string {
  const outline = planOutline(report);
  const { title, summary, from, to, already, steps, storage, defaults } = outline;
  const place = host === undefined ? printedPlace : buttonPlace;
  const body = `<h1>${escapeHtml(title)}</h1>
<p><strong>${escapeHtml(summary)}</strong></p>
<ul><li>from ${escapeHtml(from)}</li><li>to ${escapeHtml(to)}</li></ul>
${contents(outline)}
<p class="tools"><label>Search <input type="search" id="search"></label>
<button id="all" aria-pressed="false">Show all details</button>
<output id="shown"></output></p>
${already.length === 0 ? '' : `<section id="already"><h2>Refused already</h2><ul>${already.map((one) => alreadyItem(one, place)).join('')}</ul></section>`}
${steps.map((step) => stepPart(step, place)).join('\n')}
${storage.length === 0 ? '' : `<section id="storage"><h2>Storage</h2>${storage.map(groupPart).join('')}</section>`}
${defaults.lines.length === 0 ? '' : `<section>${sectionPart(defaults)}</section>`}`;
  return page({ title: `Kubecompat plan: ${title}`, style: planStyle, body, script: planScript }, host);
}

/** Writes where a manifest stands, with a label that is HTML. */
type Place = (manifest: AffectedResource, line: number, label: string) => string;

const buttonPlace: Place = ({ file }, line, label) =>
  `<button data-file="${escapeHtml(file)}" data-line="${line}">${label}</button>`;

const printedPlace: Place = (_, __, label) => label;

function contents({ steps, storage: groups }: PlanOutline): string {
  const items = steps.map(({ number, title, manifests, rollback }) => {
    const must = manifests.filter(({ mustChange }) => mustChange).length;
    const marks = [
      ...(must === 0 ? [] : [`<span class="error">✗ ${count(must, 'manifest')} must change before</span>`]),
      rollback.open
        ? '<span class="good">↩ rollback possible</span>'
        : '<span class="warning">⚠ rollback not possible</span>',
    ];
    return `<li><a href="#step-${number}">${escapeHtml(title)}</a> ${marks.join(' ')}</li>`;
  });
  const migrations = groups.reduce((sum, group) => sum + group.migrations.length, 0);
  const storage =
    groups.length === 0
      ? ''
      : `<p><a href="#storage">Storage${migrations === 0 ? '' : `: ${count(migrations, 'migration')}`}</a></p>`;
  return `<nav aria-label="Steps"><ol>${items.join('')}</ol>${storage}</nav>`;
}

function stepPart(step: StepOutline, place: Place): string {
  const { number, title, advice, manifests, sections, rollback } = step;
  const rolledBack = step.rolledBack.map(
    ({ manifest, outcome, isCostly, why }) =>
      `<li><span class="${isCostly ? 'warning' : 'good'}">${isCostly ? '⚠' : '↩'} ${escapeHtml(outcome)}</span> ${manifestPlace(manifest, place)}<br>${escapeHtml(why)}</li>`,
  );
  return `<section id="step-${number}">
<h2>${number}. ${escapeHtml(title)}</h2>
<p class="quiet">${escapeHtml(advice)}</p>
${manifests.length === 0 ? '' : `<h3>Manifests</h3><ul>${manifests.map((one) => manifestItem(one, place)).join('')}</ul>`}
${sections.map(sectionPart).join('\n')}
<h3>${escapeHtml(rollback.title)}</h3>
<p class="${rollback.open ? 'good' : 'warning'}">${rollback.lines.map(escapeHtml).join('<br>')}</p>
${rolledBack.length === 0 ? '' : `<ul>${rolledBack.join('')}</ul>`}
</section>`;
}

function alreadyItem({ manifest, why }: SaidOfManifest, place: Place): string {
  return `<li><span class="error">✗</span> ${manifestPlace(manifest, place)}<br>${escapeHtml(why)}</li>`;
}

function manifestPlace(manifest: AffectedResource, place: Place): string {
  const line = lineOf(manifest);
  const label = `${escapeHtml(manifestName(manifest))} <span class="quiet">${escapeHtml(`${manifest.file}:${line + 1}`)}</span>`;
  return place(manifest, line, label);
}

function manifestItem({ manifest, mustChange, word, change, command, ...one }: ManifestOutline, place: Place): string {
  const findings = one.findings.map(({ code, consequence, message, remedy, span }) => {
    const { line } = manifest.lines.position(span.start);
    const at = place(manifest, line, `line ${line + 1}`);
    const label = `<span class="${severityOf[consequence]}">${escapeHtml(code)}</span>`;
    return `<li>${label} ${at} ${escapeHtml(message)} <span class="quiet">${escapeHtml(remedy)}</span></li>`;
  });
  const mark = `<span class="${mustChange ? 'error' : 'warning'}">${mustChange ? '✗' : '⚠'} ${escapeHtml(word)} this step</span>`;
  return `<li>${mark} ${manifestPlace(manifest, place)}<ul>${findings.join('')}</ul>${change === undefined ? '' : `<p>${escapeHtml(change)}</p>`}${command === undefined ? '' : `<pre>${escapeHtml(command)}</pre>`}</li>`;
}

function sectionPart({ title, lines }: Section): string {
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`);
  return `<details><summary>${escapeHtml(title)}: ${lines.length}</summary><ul>${items.join('')}</ul></details>`;
}

function groupPart({ title, lines, migrations }: MigrationGroup): string {
  const said = lines.map((line) => `<p class="quiet">${escapeHtml(line)}</p>`).join('');
  return `<h3>${escapeHtml(title)}</h3>${said}<ul>${migrations.map(adviceItem).join('')}</ul>`;
}

function adviceItem({ title, lines, manifest, commands }: MigrationAdvice): string {
  const said = lines.map((line) => `<p class="quiet">${escapeHtml(line)}</p>`).join('');
  const texts = [...(manifest === undefined ? [] : [manifest.trimEnd()]), ...commands];
  return `<li>${escapeHtml(title)}${said}${texts.map((text) => `<pre>${escapeHtml(text)}</pre>`).join('')}</li>`;
}
