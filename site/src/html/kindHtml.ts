import type { Catalog, GateFacts } from '../../../server/src/catalog/catalog.ts';
import { escapeHtml } from '../../../server/src/report/page/page.ts';
import { fieldAnchor, kindPagePath } from '../../../server/src/targets/sitePages.ts';
import { formatMinor } from '../../../server/src/targets/version.ts';
import type { FieldFacts, KindPage, Note, NoteKind, Span, VersionFacts } from '../facts/kindPage.ts';
import { spansText } from '../facts/spans.ts';
import { rootFrom, type SitePage } from './layout.ts';

/** The page of a kind. */
export function kindDocument(page: KindPage, catalog: Catalog, path = kindPagePath(page.group, page.kind)): SitePage {
  const { group, kind, project, resource } = page;
  const name = resource === undefined ? kind : `${resource}${group === '' ? '' : `.${group}`}`;
  const root = rootFrom(path);
  const body = [
    `<p class="crumbs"><a href="${root}kinds/index.html">Can I use</a> › ${escapeHtml(project)} › ${escapeHtml(group === '' ? 'core' : group)}</p>`,
    `<h1>${escapeHtml(kind)}</h1>`,
    `<p>${facts(page).map(escapeHtml).join(' · ')}</p>`,
    versionsHtml(page),
    conversionsHtml(page),
    validationHtml(page),
    fieldsHtml(page, catalog, root),
    `<p class="quiet">Sources: ${page.sources.map(escapeHtml).join('; ')}.</p>`,
  ];
  return {
    path,
    title: `${kind} (${group === '' ? 'core' : group}): can I use it?`,
    description: `The releases of ${project} in which ${name} and each of its fields is served, gated, defaulted and deprecated.`,
    body: body.join('\n'),
    scripts: ['fields.js'],
    part: 'kinds/index.html',
  };
}

function facts({ resource, namespaced, shortNames, project, releases }: KindPage): readonly string[] {
  return [
    ...(resource === undefined ? ['not a resource'] : [resource, namespaced ? 'namespaced' : 'cluster-scoped']),
    ...(shortNames.length === 0 ? [] : [`short ${shortNames.join(', ')}`]),
    `${project} ${releases[0]} to ${releases.at(-1)}`,
  ];
}

function versionsHtml({ versions, releases }: KindPage): string {
  const hasStored = versions.some(({ stored }) => stored.length > 0);
  const cell = (spans: readonly Span[]) => `<td>${escapeHtml(spansText(spans, releases)) || '–'}`;
  const rows = versions.map(
    (version) =>
      `<tr><th scope="row"><code>${escapeHtml(version.apiVersion)}</code>${labelSuffix(version)}${cell(version.served)}${cell(version.off)}${cell(version.deprecated)}${hasStored ? cell(version.stored) : ''}<td>${stripSvg(version, releases.length)}`,
  );
  const remarks = versions.flatMap(({ label, remarks: remarksOfVersion, gates }) => [
    ...remarksOfVersion.map((remark) => `<li><code>${escapeHtml(label)}</code> ${escapeHtml(remark)}`),
    ...gates.map(
      (gate) =>
        `<li><code>${escapeHtml(label)}</code> In some releases, it needs the feature gate ${escapeHtml(gate)}.`,
    ),
  ]);
  return `<h2 id="versions">Versions</h2>
<div class="scroll" role="region" aria-label="Versions" tabindex="0"><table class="versions"><thead><tr><th scope="col">apiVersion<th scope="col">served<th scope="col">off by default<th scope="col">deprecated${hasStored ? '<th scope="col">stored' : ''}<th scope="col"><span class="ends"><span>${escapeHtml(releases[0] ?? '')}</span><span>${escapeHtml(releases.at(-1) ?? '')}</span></span></thead>
<tbody>${rows.join('\n')}</tbody></table></div>${remarks.length === 0 ? '' : `\n<ul>${remarks.join('\n')}</ul>`}`;
}

function labelSuffix({ label }: VersionFacts): string {
  const channel = label.split(' ')[1];
  return channel === undefined ? '' : ` <small>${escapeHtml(channel)} channel</small>`;
}

/** A drawing of when a version is served. Adjacent texts have the same content. */
function stripSvg({ served, off, deprecated }: VersionFacts, length: number): string {
  const bars = (spans: readonly Span[], name: string) =>
    spans
      .map(([first, last]) => `<rect class="${name}" x="${first}" width="${last - first + 1}" height="1"/>`)
      .join('');
  return `<svg class="strip" viewBox="0 0 ${length} 1" preserveAspectRatio="none" aria-hidden="true">${bars(served, 'on')}${bars(deprecated, 'old')}${bars(off, 'off')}</svg>`;
}

function conversionsHtml({ conversions }: KindPage): string {
  if (conversions.length === 0) return '';
  const parts = conversions.map(({ from, to, notes }) => {
    const title = to === undefined ? `${from} ends` : `${from} → ${to}`;
    return `<details><summary>${escapeHtml(title)}</summary><ul>${notes.map((item) => `<li>${escapeHtml(item)}`).join('')}</ul></details>`;
  });
  return `<h2 id="conversions">Conversions</h2>\n${parts.join('\n')}`;
}

function validationHtml({ validatedBy }: KindPage): string {
  if (validatedBy === undefined) return '';
  return `<h2 id="validation">Validation</h2>\n<p>Kubecompat checks objects of this kind by the rules of <code>${escapeHtml(validatedBy)}</code>.</p>`;
}

function fieldsHtml({ fields, versions, releases }: KindPage, catalog: Catalog, root: string): string {
  if (fields.length === 0) return '<h2 id="fields">Fields</h2>\n<p>There is no schema: any field is accepted.</p>';
  const rows = fields.map((field) => fieldRow(field, versions.length, releases, catalog, root));
  return `<h2 id="fields">Fields</h2>
<p class="tools"><label>Filter <input type="search" id="filter" placeholder="name of a field, or gate, default, immutable"></label> <output id="shown">${fields.length} fields</output></p>
<table class="fields"><thead><tr><th scope="col">field<th scope="col">type<th scope="col">versions<th scope="col">rules</thead>
<tbody>
${rows.join('\n')}
</tbody></table>`;
}

function fieldRow(
  { path, type, versions, notes }: FieldFacts,
  all: number,
  releases: readonly string[],
  catalog: Catalog,
  root: string,
): string {
  const isEverywhere = versions.length === all && versions.every(({ spans }) => spans === undefined);
  const where = isEverywhere
    ? ''
    : versions
        .map(({ label, spans }) => `${label}${spans === undefined ? '' : ` ${spansText(spans, releases)}`}`)
        .join('; ');
  const rules = notes.map((note) => noteHtml(note, catalog, root));
  return `<tr id=${attribute(fieldAnchor(path))}><td>${escapeHtml(path)}<td>${escapeHtml(type)}<td>${escapeHtml(where)}<td>${rules.join('<br>')}`;
}

function attribute(text: string): string {
  return /^[\w.$/-]+$/.test(text) ? text : `"${escapeHtml(text)}"`;
}

const words: Readonly<Record<NoteKind, string>> = {
  required: 'required',
  default: 'default',
  values: 'one of',
  gate: 'gate',
  dropped: 'dropped',
  immutable: 'immutable',
  deprecated: 'deprecated',
  validated: 'validated:',
};

function noteHtml({ kind, text, of }: Note, catalog: Catalog, root: string): string {
  const only = of.length === 0 ? '' : ` <small>${of.map(escapeHtml).join(', ')}</small>`;
  const html = kind === 'gate' ? gateHtml(text, catalog, root) : shortened(text);
  return `<b>${words[kind]}</b>${html === '' ? '' : ` ${html}`}${only}`;
}

const longest = 300;

function shortened(text: string): string {
  return escapeHtml(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

function gateHtml(name: string, catalog: Catalog, root: string): string {
  const gate = catalog.gates.get(name);
  const stages = gate === undefined ? '' : `: ${stagesText(gate)}`;
  return `<a href="${root}gates.html#${encodeURIComponent(name)}">${escapeHtml(name)}</a>${escapeHtml(stages)}`;
}

/** `alpha 1.30, beta 1.33 on, GA 1.35`: the stages of a gate by the releases that they came with. */
export function stagesText({ specs }: GateFacts): string {
  return specs
    .map(({ stage, version, default: on, lockToDefault }) => {
      const word = stage === 'Alpha' || stage === 'Beta' ? stage.toLowerCase() : stage;
      const state = stage === 'Beta' || stage === 'Deprecated' ? (on ? ' on' : ' off') : '';
      return `${word} ${formatMinor(version)}${state}${lockToDefault ? ' locked' : ''}`;
    })
    .join(', ');
}
