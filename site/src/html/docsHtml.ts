import { escapeHtml } from '../../../server/src/report/page/page.ts';
import { findingPagePath } from '../../../server/src/targets/sitePages.ts';
import { rootFrom, type SitePage } from './layout.ts';
import { htmlOf, type ResolveLink } from './markdown.ts';

/** The pages of the repository on the site, and the address of the rest. */
export interface Repository {
  /** Files by their paths in the repository, with their places on the site: `docs/ci.md` is at `docs/ci.html`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files copied to the site unchanged. */
  readonly files: ReadonlySet<string>;
  /** The address of the source, such as `https://github.com/OWNER/NAME`; undefined in a checkout. */
  readonly address: string | undefined;
  readonly codes: ReadonlySet<string>;
}

/** A document of the repository as a page. */
export function markdownDocument(file: string, markdown: string, path: string, repository: Repository): SitePage {
  const title = titleOf(markdown) ?? file;
  return {
    path,
    title: `${title}: Kubecompat`,
    description: `Documentation of Kubecompat: ${title}.`,
    body: htmlOf(markdown, linksOf(file, path, repository)),
    scripts: [],
    part: 'docs/index.html',
  };
}

/** The list of documents. */
export function docsDocument(documents: readonly { readonly path: string; readonly markdown: string }[]): SitePage {
  const items = documents.map(
    ({ path, markdown }) =>
      `<li><a href="${escapeHtml(path.replace(/^docs\//, ''))}">${escapeHtml(titleOf(markdown) ?? path)}</a>`,
  );
  return {
    path: 'docs/index.html',
    title: 'Documentation of Kubecompat',
    description:
      'How to install and use Kubecompat: targets, sources, plans, custom resources, pipelines, editors, the library.',
    body: `<h1>Documentation</h1>\n<ul>${items.join('\n')}</ul>\n<p>Separate pages list <a href="../commands.html">the flags of every command</a> and <a href="../findings/index.html">every finding</a>.</p>`,
    scripts: [],
    part: 'docs/index.html',
  };
}

/** The first heading of a document. */
export function titleOf(markdown: string): string | undefined {
  return /^# `?(.+?)`?$/m.exec(markdown)?.[1];
}

/**
 * Where links lead that a file of the repository has.
 *
 * @param file its path in the repository.
 * @param path its place on the site.
 */
export function linksOf(file: string, path: string, { pages, files, address, codes }: Repository): ResolveLink {
  const root = rootFrom(path);
  return (href) => {
    if (/^(https?:|mailto:)/.test(href)) return href;
    if (href.startsWith('#')) return href;
    const [target = '', hash] = href.split('#', 2);
    const named = inRepository(file, target);
    const behind = hash === undefined ? '' : `#${hash}`;
    const page = pages.get(named);
    if (page !== undefined) return `${root}${page}${behind}`;
    const code = /^server\/src\/checks\/([^/]+)\/README\.md$/.exec(named)?.[1];
    if (code !== undefined && codes.has(code)) return `${root}${findingPagePath(code)}`;
    if (files.has(named)) return `${root}${named}`;
    return address === undefined ? undefined : `${address}/blob/HEAD/${named}${behind}`;
  };
}

/** The path that a relative link of a file leads to, in the repository. */
function inRepository(file: string, target: string): string {
  const steps = file.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
