import type { Report, ReportedFinding, ReportedResource } from '../../server/src/lsp/protocol.ts';

/**
 * The report as the page of a webview: what was looked at, then a table of resources by targets with the findings of
 * each. Only what carries the nonce runs or styles; everything from the workspace is escaped.
 */
export function reportPage(report: Report, nonce: string): string {
  const names = report.targets.map(({ name }) => name);
  const findings = new Map<string, Indexed[]>();
  for (const [index, finding] of report.findings.entries()) {
    const owner = finding.resource ?? finding.file;
    findings.set(owner, [...(findings.get(owner) ?? []), { index, finding }]);
  }
  const documents = [...findings].filter(([owner, [first]]) => first?.finding.file === owner);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>Kubecompat report</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<h1>What ${names.length === 1 ? 'the target does' : 'the targets do'} with this workspace</h1>
<p>${summary(report)}</p>
${targetList(report)}
${report.resources.length === 0 && documents.length === 0 ? '<p>There is no manifest in this workspace.</p>' : ''}
<table>
<caption>Resources by target</caption>
<thead><tr><th scope="col">Resource</th>${names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')}</tr></thead>
<tbody>
${documents.map(([file, found]) => brokenRows(file, found, names)).join('\n')}
${report.resources.map((resource) => resourceRows(resource, findings.get(resource.id) ?? [], names)).join('\n')}
</tbody>
</table>
${notJudged(report)}
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

interface Indexed {
  readonly index: number;
  readonly finding: ReportedFinding;
}

function summary({ summary: { files, resources, bySeverity } }: Report): string {
  const counts = [
    plural(bySeverity.error, 'error'),
    plural(bySeverity.warning, 'warning'),
    `${bySeverity.information + bySeverity.hint} for information`,
  ];
  return `${plural(files, 'file')}, ${plural(resources, 'resource')}: ${counts.join(', ')}.`;
}

function targetList({ targets, tool }: Report): string {
  const items = targets.map(({ name, binary, emulation, minCompatibility, source }) => {
    const what = `binary ${binary}, emulates ${emulation}, compatible with ${minCompatibility}`;
    return `<li><strong>${escapeHtml(name)}</strong>: ${escapeHtml(`${what} (${source})`)}</li>`;
  });
  return `<ul>${items.join('')}</ul><p class="quiet">Facts of Kubernetes ${escapeHtml(tool.catalogue)}.</p>`;
}

function resourceRows(resource: ReportedResource, found: readonly Indexed[], names: readonly string[]): string {
  const { kind, apiVersion, namespace, name, file, targets } = resource;
  const title = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name ?? '(no name)'}`;
  const cells = names.map((target) => {
    const verdict = targets[target];
    const here = found.filter(({ finding }) => finding.target === target);
    if (verdict === undefined) return notJudgedHere;
    return cell(verdict.worst, servedText(verdict), here.length);
  });
  const place = `${escapeHtml(title)} <span class="quiet">${escapeHtml(apiVersion)}, ${escapeHtml(file)}</span>`;
  return `<tr><th scope="row">${fileButton(file, place)}</th>${cells.join('')}</tr>${details(found, names)}`;
}

function brokenRows(file: string, found: readonly Indexed[], names: readonly string[]): string {
  const cells = names.map((target) => {
    const here = found.filter(({ finding }) => finding.target === target);
    const [first] = here;
    return first === undefined ? notJudgedHere : cell(first.finding.severity, 'cannot be read', here.length);
  });
  return `<tr><th scope="row">${fileButton(file, escapeHtml(file))}</th>${cells.join('')}</tr>${details(found, names)}`;
}

function servedText({ served, storageVersion }: ReportedResource['targets'][string]): string {
  if (served === null) return 'custom resource';
  if (!served) return 'not served';
  return storageVersion === null ? 'served' : `served, stored as ${storageVersion}`;
}

/** A file may be judged against some of the targets only. */
const notJudgedHere = '<td class="quiet">not judged</td>';

function cell(worst: string | null, text: string, count: number): string {
  const found = count === 0 ? '' : `, ${plural(count, 'finding')}`;
  return `<td class="${worst ?? 'good'}">${symbols[worst ?? 'good'] ?? ''} ${escapeHtml(text + found)}</td>`;
}

const symbols: Readonly<Record<string, string>> = { good: '✓', error: '✗', warning: '⚠', information: 'ℹ', hint: 'ℹ' };

/** The same finding of several targets is one line that names them. */
function details(found: readonly Indexed[], names: readonly string[]): string {
  if (found.length === 0) return '';
  const merged = new Map<string, { first: Indexed; targets: string[] }>();
  for (const indexed of found) {
    const { code, path, message, offset, target } = indexed.finding;
    const key = JSON.stringify([code, path, message, offset]);
    const entry = merged.get(key) ?? { first: indexed, targets: [] };
    entry.targets.push(target);
    merged.set(key, entry);
  }
  const items = [...merged.values()].map(({ first: { index, finding }, targets }) => {
    const { severity, code, message, why, remedy, range } = finding;
    const which =
      targets.length === names.length ? '' : ` <span class="quiet">(${escapeHtml(targets.join(', '))})</span>`;
    const open = `<button data-finding="${index}">line ${range.start.line + 1}</button>`;
    const label = `<span class="${severity}">${symbols[severity]} ${escapeHtml(code)}</span>`;
    return `<li>${label} ${open} ${escapeHtml(message)}${which}<br><span class="quiet">${escapeHtml(`${why} ${remedy}`)}</span></li>`;
  });
  return `<tr class="details"><td colspan="${names.length + 1}"><ul>${items.join('')}</ul></td></tr>`;
}

function notJudged({ notJudged: entries }: Report): string {
  if (entries.length === 0) return '';
  const items = entries.map(({ file, reason, detail }) => {
    return `<li>${fileButton(file, escapeHtml(file))} ${escapeHtml(reason)}: ${escapeHtml(detail)}</li>`;
  });
  return `<details><summary>${plural(entries.length, 'document')} not judged</summary><ul>${items.join('')}</ul></details>`;
}

function fileButton(file: string, label: string): string {
  return `<button data-file="${escapeHtml(file)}">${label}</button>`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const style = `
body { font: var(--vscode-font-weight) var(--vscode-font-size) var(--vscode-font-family); color: var(--vscode-foreground); }
h1 { font-size: 1.5em; font-weight: 600; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; padding-block: .5em; color: var(--vscode-descriptionForeground); }
th, td { text-align: start; vertical-align: top; padding: .35em .75em; border-block-end: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, #8884)); }
thead th { position: sticky; inset-block-start: 0; background: var(--vscode-editor-background); }
th[scope=row] { font-weight: normal; }
tr:has(+ .details) > * { border-block-end: none; }
.details td { padding-block-start: 0; }
ul { margin: 0; padding-inline-start: 1.5em; }
.details ul { list-style: none; }
li { margin-block: .25em; }
button { font: inherit; color: var(--vscode-textLink-foreground); background: none; border: none; padding: 0; cursor: pointer; text-align: start; }
button:hover { text-decoration: underline; color: var(--vscode-textLink-activeForeground); }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.quiet { color: var(--vscode-descriptionForeground); }
.error { color: var(--vscode-errorForeground); }
.warning { color: var(--vscode-editorWarning-foreground); }
.information, .hint { color: var(--vscode-editorInfo-foreground); }
.good { color: var(--vscode-testing-iconPassed, var(--vscode-foreground)); }
`;

const script = `
const vscode = acquireVsCodeApi();
document.body.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button === null) return;
  const { finding, file } = button.dataset;
  vscode.postMessage(finding === undefined ? { file } : { finding: Number(finding) });
});
`;
