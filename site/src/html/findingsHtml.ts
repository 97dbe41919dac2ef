import type { CheckCode } from '../../../server/src/checks/check.ts';
import { escapeHtml } from '../../../server/src/report/page/page.ts';
import { findingPagePath } from '../../../server/src/targets/sitePages.ts';
import { linksOf, type Repository } from './docsHtml.ts';
import type { SitePage } from './layout.ts';
import { htmlOf } from './markdown.ts';

/** The page of a code, from the output of `kubecompat explain`. */
export function findingDocument({ code, title }: CheckCode, explanation: string, repository: Repository): SitePage {
  const path = findingPagePath(code);
  return {
    path,
    title: `${code}: ${title}`,
    description: `What the finding ${code} means, why the API server does so, and how to fix it: ${title}.`,
    body: `<p class="crumbs"><a href="index.html">Findings</a></p>\n${htmlOf(explanation, linksOf(`server/src/checks/${code}/README.md`, path, repository))}`,
    scripts: [],
    part: 'findings/index.html',
  };
}

/** The list of all codes, with a filter. */
export function findingsDocument(codes: readonly CheckCode[]): SitePage {
  const rows = codes.map(
    ({ code, title, consequences }) =>
      `<tr id="${code}"><td><a href="${code}.html">${code}</a><td>${escapeHtml(consequences.join(', '))}<td>${escapeHtml(title)}`,
  );
  return {
    path: 'findings/index.html',
    title: 'Findings of Kubecompat',
    description: 'Every finding of Kubecompat: what it means, why the API server does so, and how to fix it.',
    body: `<h1>Findings</h1>
<p class="tools"><label>Filter <input type="search" id="filter" placeholder="name, consequence or word"></label> <output id="shown">${codes.length} codes</output></p>
<table class="fields findings"><thead><tr><th scope="col">code<th scope="col">consequence<th scope="col">what was found</thead>
<tbody>
${rows.join('\n')}
</tbody></table>`,
    scripts: ['fields.js'],
    part: 'findings/index.html',
  };
}
