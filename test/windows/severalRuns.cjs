// Runs a script several times in one process, each time in a separate thread, and writes the results as JSON: node
// severalRuns.cjs SCRIPT RUNS ANSWERS. RUNS is a file with a list of argument lists. Starting Node.js under Wine takes
// longer than most runs.
const { readFileSync, writeFileSync } = require('node:fs');
const { Worker } = require('node:worker_threads');

const [script, runs, answers] = process.argv.slice(2);

async function run(argv) {
  const thread = new Worker(script, { argv, stdin: true, stdout: true, stderr: true });
  thread.stdin.end();
  const texts = { stdout: [], stderr: [] };
  for (const name of ['stdout', 'stderr']) thread[name].on('data', (piece) => texts[name].push(piece));
  const exit = await new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject));
  return { exit, stdout: Buffer.concat(texts.stdout).toString(), stderr: Buffer.concat(texts.stderr).toString() };
}

async function runAll() {
  const all = [];
  for (const argv of JSON.parse(readFileSync(runs, 'utf8'))) all.push(await run(argv));
  writeFileSync(answers, JSON.stringify(all));
}

void runAll();
