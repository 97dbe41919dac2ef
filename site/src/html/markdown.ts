import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../../server/src/report/page/page.ts';

/** The site's target of a link in a text; undefined if the site has no page for it: then only its text stays. */
export type ResolveLink = (href: string) => string | undefined;

/** Markdown of this repository as HTML. HTML in it is shown, not obeyed. */
export function htmlOf(markdown: string, resolve: ResolveLink): string {
  const marked = new Marked({ gfm: true });
  const slugs = new Map<string, number>();
  marked.use({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        const slug = slugOf(text);
        const before = slugs.get(slug) ?? 0;
        slugs.set(slug, before + 1);
        const id = before === 0 ? slug : `${slug}-${before}`;
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const to = resolve(href);
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const to = resolve(href);
        return to === undefined
          ? escapeHtml(text)
          : `<img src="${escapeHtml(to)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], name: 'th' | 'td') =>
          row.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="scroll" role="region" aria-label="Table" tabindex="0"><table><thead><tr>${cells(header, 'th')}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return html;
}

/** The name of a heading in links, as repositories make it: `Fixing a false alarm` is `fixing-a-false-alarm`. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
