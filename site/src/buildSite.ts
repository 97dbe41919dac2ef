import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCodes } from '../../server/src/checks/checkCodes.ts';
import { commands } from '../../server/src/cli/commands.ts';
import { commandHelp, generalHelp } from '../../server/src/cli/help.ts';
import { kindPagePath } from '../../server/src/targets/sitePages.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { readCrdSet } from '../../server/src/workspace/shipped/crdSetFile.ts';
import { explanationOf } from '../../server/src/workspace/shipped/explanations.ts';
import { bundleAssets } from './bundleAssets.ts';
import { allPages } from './facts/allPages.ts';
import { commandsDocument } from './html/commandsHtml.ts';
import { docsDocument, markdownDocument, type Repository } from './html/docsHtml.ts';
import { findingDocument, findingsDocument } from './html/findingsHtml.ts';
import { gatesDocument } from './html/gatesHtml.ts';
import { kindDocument } from './html/kindHtml.ts';
import { kindsDocument } from './html/kindsIndexHtml.ts';
import { documentOf, type SitePage } from './html/layout.ts';
import { playgroundDocument } from './html/playgroundHtml.ts';
import { SearchIndex } from './searchIndex.ts';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** How the site is made. */
export interface SiteOptions {
  /** The output folder, which is replaced. */
  readonly out: string;
  /** The address of the source, which pages then link to. */
  readonly repository: string | undefined;
}

/** The number of pages, and the bytes of pages and search index. */
export interface SiteSize {
  readonly pages: number;
  readonly bytes: number;
}

/** Makes the site of this checkout. */
export async function buildSite({ out, repository: address }: SiteOptions): Promise<SiteSize> {
  rmSync(out, { recursive: true, force: true });
  let pages = 0;
  let bytes = 0;
  const write = (path: string, text: string) => {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    bytes += Buffer.byteLength(text);
  };
  const writePage = (page: SitePage) => {
    write(page.path, documentOf(page));
    pages++;
  };
  const catalog = readCatalog();
  const index = new SearchIndex();
  const taken = new Set<string>();
  for (const page of allPages(catalog, readCrdSet)) {
    const path = freePath(kindPagePath(page.group, page.kind), taken);
    index.add(page, path);
    writePage(kindDocument(page, catalog, path));
  }
  writePage(kindsDocument(index.entries));
  for (const [name, text] of index.files()) write(`assets/search/${name}`, text);
  writePage(gatesDocument(catalog));
  const repository = repositoryOf(address);
  for (const code of checkCodes.values()) {
    writePage(findingDocument(code, explanationOf(code.code) ?? '', repository));
  }
  writePage(findingsDocument([...checkCodes.values()]));
  const documents = [...repository.pages].map(([file, path]) => ({ file, path, markdown: read(file) }));
  for (const { file, path, markdown } of documents) writePage(markdownDocument(file, markdown, path, repository));
  writePage(docsDocument(documents));
  for (const file of repository.files) cpSync(join(checkout, file), join(out, file));
  const helps = commands.map(async ({ name, summary, load }) => ({
    name,
    summary,
    help: commandHelp(name, summary, await load()),
  }));
  writePage(commandsDocument(generalHelp(), await Promise.all(helps)));
  writePage(playgroundDocument(catalog));
  await bundleAssets(join(out, 'assets'));
  return { pages, bytes };
}

/** Kinds of a group that differ only in case would share a page. */
function freePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let number = 2; taken.has(free); number++) free = path.replace(/\.html$/, `-${number}.html`);
  taken.add(free);
  return free;
}

/** The documents that the site has pages of, and the files that they show or name. */
function repositoryOf(address: string | undefined): Repository {
  const documents = readdirSync(join(checkout, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort();
  const assets = ['docs/examples', 'docs/images', 'schemas'].flatMap((folder) =>
    readdirSync(join(checkout, folder)).map((name) => `${folder}/${name}`),
  );
  return {
    pages: new Map([
      ['README.md', 'docs/readme.html'],
      ...documents.map((name): [string, string] => [`docs/${name}`, `docs/${name.replace(/\.md$/, '.html')}`]),
      ['CHANGELOG.md', 'docs/changelog.html'],
    ]),
    files: new Set(assets),
    address,
    codes: new Set(checkCodes.keys()),
  };
}

function read(file: string): string {
  return readFileSync(join(checkout, file), 'utf8');
}
