import { severityOf } from '../../finding.ts';
import type { Step } from '../../plan/plan.ts';
import { reportTarget } from '../buildReport.ts';
import { describeTarget } from '../describeTarget.ts';
import { escapeHtml, type PageHost, page } from '../page.ts';
import { count } from '../wrap.ts';
import {
  backText,
  changeText,
  fixCommand,
  lineOf,
  type ManifestAtStep,
  manifestName,
  manifestsAt,
  manifestsOnTheWayBack,
} from './manifestLines.ts';
import { type MigrationAdvice, type MigrationGroup, migrationGroups } from './migrationAdvice.ts';
import { planScript, planStyle } from './planPageParts.ts';
import type { AffectedResource, PlanReport } from './planReport.ts';
import { defaultsOnTheWay, type Section, sectionsOf, stepAdvice, stepTitle, wayBackLines } from './planSections.ts';
import { summaryLine } from './planText.ts';

/**
 * A plan as one page that needs nothing else: the steps with what to do before each, what each changes, and how far back
 * one can go. Everything from the workspace is escaped.
 *
 * @param host undefined for a file that a browser opens.
 */
export function planPage(report: PlanReport, host: PageHost | undefined): string {
  const { plan, from, to } = report;
  const place = host === undefined ? printedPlace : buttonPlace;
  const title = `From ${from.surface.name} to ${to.surface.name}`;
  const storage = migrationGroups(plan, report.definitions);
  const defaults = defaultsOnTheWay(plan);
  const body = `<h1>${escapeHtml(title)}</h1>
<p><strong>${escapeHtml(summaryLine(report))}</strong></p>
<ul><li>from ${escapeHtml(describeTarget(reportTarget(from)))}</li><li>to ${escapeHtml(describeTarget(reportTarget(to)))}</li></ul>
${contents(report, storage)}
<p class="tools"><label>Search <input type="search" id="search"></label>
<button id="all" aria-pressed="false">Show all details</button>
<output id="shown"></output></p>
${plan.steps.map((step, index) => stepPart(step, index, report, place)).join('\n')}
${storage.length === 0 ? '' : `<section id="storage"><h2>Storage</h2>${storage.map(groupPart).join('')}</section>`}
${defaults.lines.length === 0 ? '' : `<section>${sectionPart(defaults)}</section>`}`;
  return page({ title: `Kubecompat plan: ${title}`, style: planStyle, body, script: planScript }, host);
}

/** Writes where a manifest stands, with a label that is HTML. */
type Place = (manifest: AffectedResource, line: number, label: string) => string;

const buttonPlace: Place = ({ file }, line, label) =>
  `<button data-file="${escapeHtml(file)}" data-line="${line}">${label}</button>`;

const printedPlace: Place = (_, __, label) => label;

function contents({ plan, affected }: PlanReport, groups: readonly MigrationGroup[]): string {
  const items = plan.steps.map((step, index) => {
    const must = manifestsAt(affected, index).filter(({ by }) => by.mustChange).length;
    const marks = [
      ...(must === 0 ? [] : [`<span class="error">✗ ${count(must, 'manifest')} must change before</span>`]),
      step.wayBack.open
        ? '<span class="good">↩ way back open</span>'
        : '<span class="warning">⚠ way back closed</span>',
    ];
    return `<li><a href="#step-${index + 1}">${escapeHtml(stepTitle(step))}</a> ${marks.join(' ')}</li>`;
  });
  const migrations = groups.reduce((sum, group) => sum + group.migrations.length, 0);
  const storage =
    groups.length === 0
      ? ''
      : `<p><a href="#storage">Storage${migrations === 0 ? '' : `: ${count(migrations, 'migration')}`}</a></p>`;
  return `<nav aria-label="Steps"><ol>${items.join('')}</ol>${storage}</nav>`;
}

function stepPart(step: Step, index: number, report: PlanReport, place: Place): string {
  const { plan, affected } = report;
  const here = manifestsAt(affected, index);
  const back = manifestsOnTheWayBack(affected, index).map((one) => {
    const { manifest } = one;
    return `<li>${manifestPlace(manifest, place)}<br>${escapeHtml(backText(one))}</li>`;
  });
  return `<section id="step-${index + 1}">
<h2>${index + 1}. ${escapeHtml(stepTitle(step))}</h2>
<p class="quiet">${escapeHtml(stepAdvice(step))}</p>
${here.length === 0 ? '' : `<h3>Manifests</h3><ul>${here.map((one) => manifestItem(one, fixCommand(plan, one), place)).join('')}</ul>`}
${sectionsOf(plan, index).map(sectionPart).join('\n')}
<p class="${step.wayBack.open ? 'good' : 'warning'}">${wayBackLines(step).map(escapeHtml).join('<br>')}</p>
${back.length === 0 ? '' : `<h3>What the first server would not take back</h3><ul>${back.join('')}</ul>`}
</section>`;
}

function manifestPlace(manifest: AffectedResource, place: Place): string {
  const line = lineOf(manifest);
  const label = `${escapeHtml(manifestName(manifest))} <span class="quiet">${escapeHtml(`${manifest.file}:${line + 1}`)}</span>`;
  return place(manifest, line, label);
}

function manifestItem(one: ManifestAtStep, command: string | undefined, place: Place): string {
  const { manifest, by } = one;
  const findings = by.findings.map(({ code, consequence, message, remedy, span }) => {
    const { line } = manifest.lines.position(span.start);
    const at = place(manifest, line, `line ${line + 1}`);
    const label = `<span class="${severityOf[consequence]}">${escapeHtml(code)}</span>`;
    return `<li>${label} ${at} ${escapeHtml(message)} <span class="quiet">${escapeHtml(remedy)}</span></li>`;
  });
  const change = changeText(by);
  const word = by.mustChange
    ? '<span class="error">✗ must change before this step</span>'
    : '<span class="warning">⚠ changes with this step</span>';
  return `<li>${word} ${manifestPlace(manifest, place)}<ul>${findings.join('')}</ul>${change === undefined ? '' : `<p>${escapeHtml(change)}</p>`}${command === undefined ? '' : `<pre>${escapeHtml(command)}</pre>`}</li>`;
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
