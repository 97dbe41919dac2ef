import { escapeHtml } from '../../../server/src/report/page/page.ts';

/** A page of the site; `body` is HTML, in which external content is escaped. */
export interface SitePage {
  /** Its path below the root of the site: `kinds/apps/deployment.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  /** The scripts of `assets/` that it runs, by their names. */
  readonly scripts: readonly string[];
  /** Which part of the site it is in. */
  readonly part: SitePart;
}

/** A part of the site, by the page that it begins with. */
export type SitePart = (typeof parts)[number]['path'];

const parts = [
  { path: 'index.html', title: 'Playground' },
  { path: 'kinds/index.html', title: 'Can I use' },
  { path: 'findings/index.html', title: 'Findings' },
  { path: 'gates.html', title: 'Feature gates' },
  { path: 'commands.html', title: 'Commands' },
  { path: 'docs/index.html', title: 'Documentation' },
] as const;

/** Nothing is loaded from or sent to other sites, and pages have no inline scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The whole document of a page. Links are relative, so that the site works at any address. */
export function documentOf({ path, title, description, body, scripts, part }: SitePage): string {
  const root = rootFrom(path);
  const links = parts.map(
    (linked) =>
      `<a href="${root}${linked.path}"${linked.path === part ? ' aria-current="page"' : ''}>${linked.title}</a>`,
  );
  const run = scripts.map((name) => `<script src="${root}assets/${name}" defer></script>\n`);
  return `<!DOCTYPE html>
<html lang="en" data-root="${root === '' ? './' : root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${root}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}assets/site.css">
${run.join('')}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="home" href="${root}index.html">Kubecompat</a><nav aria-label="Site">${links.join('')}</nav></header>
<main id="main">
${body}
</main>
</body>
</html>
`;
}

/** The relative path from a page to the root of the site: `../../`, or empty. */
export function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}
