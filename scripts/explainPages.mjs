import { existsSync, readdirSync } from 'node:fs';

/** The pages that `explain` prints, as `[name, file]`, from the checkout. */
export function explainPages() {
  const parts = ['admission', 'manifest', 'helm', 'suppress'].map((name) => [name, `server/src/${name}/README.md`]);
  const checks = readdirSync('server/src/checks').map((name) => [name, `server/src/checks/${name}/README.md`]);
  return [...parts, ...checks].flatMap(([name, file]) => (existsSync(file) ? [[`${name}.md`, file]] : []));
}
