/** An editor's webview that shows a page. */
export interface PageHost {
  /** Only scripts and styles with this nonce apply. */
  readonly nonce: string;
}

/** The parts of a page; `body` is HTML, in which everything from a workspace is escaped. */
export interface PageParts {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  readonly script: string;
}

/**
 * A self-contained page, whose content security policy allows no requests.
 *
 * @param host undefined for a file that a browser opens.
 */
export function page({ title, style, body, script }: PageParts, host: PageHost | undefined): string {
  const nonce = host === undefined ? '' : ` nonce="${host.nonce}"`;
  const allowed = host === undefined ? "'unsafe-inline'" : `'nonce-${host.nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${allowed}; script-src ${allowed}">
<title>${escapeHtml(title)}</title>
<style${nonce}>${style}</style>
</head>
<body>
${body}
<script${nonce}>${script}</script>
</body>
</html>
`;
}

/** Escapes text for HTML. Replaces control characters, and those that change the direction of text. */
export function escapeHtml(text: string): string {
  const shown = text.replace(/(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
  return shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The colours of severities, on light and dark backgrounds. The editor's are for icons, and too pale for text. */
const palette = [
  ['error', '#b00020', '#ff8a80'],
  ['warning', '#8a5a00', '#ffcc66'],
  ['information', '#0b5cad', '#8ab4f8'],
  ['hint', '#0b5cad', '#8ab4f8'],
  ['good', '#1b6e2d', '#81c995'],
] as const;

const colours = palette.map(([name, light, dark]) => `.${name} { color: light-dark(${light}, ${dark}); }`).join('\n');

/** The common style of pages: the editor's colours if it shows the page, otherwise the system's. */
export const pageStyle = `
:root { --quiet: var(--vscode-descriptionForeground, light-dark(#595959, #a6a6a6)); --line: var(--vscode-panel-border, var(--vscode-contrastBorder, #8884)); }
.vscode-dark, .vscode-high-contrast { color-scheme: dark; }
.vscode-light, .vscode-high-contrast-light { color-scheme: light; }
body { margin: 1.5em auto; padding-inline: 1.5em; max-inline-size: 90em; line-height: 1.45; font: var(--vscode-font-weight, normal) var(--vscode-font-size, 14px) var(--vscode-font-family, system-ui, sans-serif); color: var(--vscode-foreground, CanvasText); background: var(--vscode-editor-background, Canvas); }
h1 { font-size: 1.5em; font-weight: 600; }
.tools { display: flex; gap: 1em; align-items: baseline; flex-wrap: wrap; }
input, select { font: inherit; color: inherit; background: var(--vscode-input-background, Field); border: 1px solid var(--line); padding: .2em .4em; }
ul { margin: 0; padding-inline-start: 1.5em; }
li { margin-block: .25em; }
button { font: inherit; color: var(--vscode-textLink-foreground, LinkText); background: none; border: none; padding: 0; cursor: pointer; text-align: start; }
button:hover { text-decoration: underline; color: var(--vscode-textLink-activeForeground, LinkText); }
:focus-visible { outline: 1px solid var(--vscode-focusBorder, Highlight); outline-offset: 2px; }
.quiet { color: var(--quiet); }
.action { border: 1px solid var(--line); border-radius: 4px; padding: .2em .7em; color: inherit; }
.action:hover { text-decoration: none; border-color: currentColor; color: inherit; }
${colours}
@media print { .tools { display: none; } }
`;
