// From a keystroke to fresh diagnostics on a 5,000-line file, beside yaml-language-server, in the same run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cache, manifests, need, notRun, shared, timed } from './lib.mjs';
import { kubernetesSchemas, yamlLanguageServer } from './peers.mjs';

const timer = join(shared, 'bench/lsp-latency.mjs');
if (!existsSync(timer)) notRun('the timer (../shared/bench) is not here');
const folder = manifests();
const wanted = 5000;
const file = join(cache, 'keystroke', 'manifests.yaml');
mkdirSync(join(cache, 'keystroke'), { recursive: true });
writeFileSync(file, firstLines());

/** Real documents, one after the other, until there are enough lines. */
function firstLines() {
  const parts = [];
  let lines = 0;
  for (const line of need('find', [folder, '-name', '*.yaml', '-size', '-20k']).split('\n').filter(Boolean).sort()) {
    const text = readFileSync(line, 'utf8').trimEnd();
    if (text.includes('{{')) continue;
    parts.push(text);
    lines += text.split('\n').length + 1;
    if (lines >= wanted) break;
  }
  return `${parts.join('\n---\n')}\n`;
}

const schema = join(kubernetesSchemas(), 'v1.37.0-standalone-strict', 'deployment-apps-v1.json');
const settings = {
  yaml: {
    schemas: { [pathToFileURL(schema).href]: pathToFileURL(file).href },
    schemaStore: { enable: false },
    validate: true,
  },
};
const servers = {
  kubecompat: ['--', process.execPath, 'dist/server.cjs', '--stdio'],
  'yaml-language-server': ['--settings', JSON.stringify(settings), '--', ...yamlLanguageServer()],
};
for (const [name, args] of Object.entries(servers)) {
  const { stdout, stderr } = timed(process.execPath, [timer, file, '--edits', '60', ...args]);
  console.log(`${name.padEnd(22)} ${stdout.trim() || stderr.trim()}`);
}
