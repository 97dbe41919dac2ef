import { escapeHtml } from '../../../server/src/report/page/page.ts';
import { grouped } from '../../../server/src/text/grouped.ts';
import type { SitePage } from './layout.ts';

/** An entry in the list of all kinds. */
export interface KindEntry {
  readonly group: string;
  readonly kind: string;
  readonly project: string;
  /** Below the root of the site. */
  readonly path: string;
  /** The labels of its versions, the most preferred first. */
  readonly versions: readonly string[];
}

/** The page with all kinds, by who publishes them, and the search. */
export function kindsDocument(entries: readonly KindEntry[]): SitePage {
  const projects = [...grouped(entries.map((entry): [string, KindEntry] => [entry.project, entry]))];
  const sections = projects.map(([project, projectKinds], index) => {
    const groups = [...grouped(projectKinds.map((entry): [string, KindEntry] => [entry.group, entry]))].map(
      ([group, kinds]) =>
        `<dt>${escapeHtml(group === '' ? 'core' : group)}<dd>${kinds.map(({ path, kind }) => `<a href="${path.replace(/^kinds\//, '')}">${escapeHtml(kind)}</a>`).join(' ')}`,
    );
    return `<details${index === 0 ? ' open' : ''}><summary>${escapeHtml(project)} <small>${projectKinds.length} kinds</small></summary><dl>${groups.join('\n')}</dl></details>`;
  });
  return {
    path: 'kinds/index.html',
    title: 'Can I use: every kind and field of Kubernetes and its ecosystem',
    description:
      'Search every kind and field: the releases in which it is served, gated, defaulted, immutable and deprecated.',
    body: `<h1>Can I use…</h1>
<p class="tools"><label>Kind or field <input type="search" id="search" placeholder="CronJob, topologySpreadConstraints" autocomplete="off"></label> <output id="found"></output></p>
<ul id="results"></ul>
<p>${entries.length} kinds of ${projects.length} projects, by the facts that Kubecompat checks manifests with.</p>
${sections.join('\n')}`,
    scripts: ['search.js'],
    part: 'kinds/index.html',
  };
}
