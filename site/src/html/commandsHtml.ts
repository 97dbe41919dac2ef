import { escapeHtml } from '../../../server/src/report/page/page.ts';
import type { SitePage } from './layout.ts';

/** A command with its help, as the command line prints it. */
export interface CommandHelp {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
}

/** The page of all commands. */
export function commandsDocument(general: string, commands: readonly CommandHelp[]): SitePage {
  const sections = commands.map(
    ({ name, help }) =>
      `<h2 id="${escapeHtml(name)}">kubecompat ${escapeHtml(name)}</h2>\n<pre tabindex="0"><code>${escapeHtml(help)}</code></pre>`,
  );
  return {
    path: 'commands.html',
    title: 'Commands of Kubecompat',
    description: 'Every command of kubecompat with its flags, as --help prints them.',
    body: `<h1>Commands</h1>\n<pre tabindex="0"><code>${escapeHtml(general)}</code></pre>\n${sections.join('\n')}`,
    scripts: [],
    part: 'commands.html',
  };
}
