import { readFileSync } from 'node:fs';
import { parseScenarios } from '../scenarios/format.ts';
import { contentOf } from '../scenarios/sectionText.ts';

/** Texts by the names of their sections. */
export interface TextFiles {
  /** All texts, or those below a folder, by their names without it. */
  readonly below: (folder?: string) => Readonly<Record<string, string>>;
  /** One text, with values for variables such as `$NAME`. Throws if it does not exist. */
  readonly text: (name: string, values?: Readonly<Record<string, string>>) => string;
}

/**
 * The files that a text beside a test contains, each below a line `-- NAME --`, as in the files of scenarios
 * (`test/scenarios/FORMAT.md`).
 *
 * @param url of the text, such as `new URL('shards.txt', import.meta.url)`.
 */
export function textFiles(url: URL): TextFiles {
  const { files } = parseScenarios(readFileSync(url, 'utf8'));
  const texts = new Map(
    files.map((section) => {
      const { name, content } = contentOf(section, '$WORK');
      return [name, typeof content === 'string' ? content : Buffer.from(content).toString('latin1')];
    }),
  );
  return {
    below: (folder = '') =>
      Object.fromEntries(
        [...texts].flatMap(([name, text]) => (name.startsWith(folder) ? [[name.slice(folder.length), text]] : [])),
      ),
    text: (name, values = {}) => {
      const text = texts.get(name);
      if (text === undefined) throw new Error(`no section ${name} in ${url.pathname}`);
      return text.replace(/\$([A-Z]+)/g, (word, key: string) => values[key] ?? word);
    },
  };
}
