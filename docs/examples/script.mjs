// Says what a cluster would do with the files that are named: node script.mjs 1.37 deploy/*.yaml
import { readFileSync } from 'node:fs';
import { analyze, createTarget } from 'kubecompat';

const [expression = '1.37', ...files] = process.argv.slice(2);
const created = createTarget(expression);
if (!created.ok) {
  for (const { message, allowed } of created.problems) console.error(`${message}; allowed: ${allowed}`);
  process.exit(2);
}
let errors = 0;
for (const file of files) {
  for (const { severity, range, message } of analyze(readFileSync(file, 'utf8'), created.target, { file }).findings) {
    console.log(`${file}:${range.start.line + 1}: ${severity}: ${message}`);
    if (severity === 'error') errors++;
  }
}
process.exitCode = errors === 0 ? 0 : 1;
