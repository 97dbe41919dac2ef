// npm test: installs dependencies, builds, and runs every check and every test; the last line counts them.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setUp } from '../test/setup/needs.mjs';
import { releaseArguments, releaseVariable } from '../test/setup/release.mjs';
import { install, runBeside } from './lib.mjs';
import { typeCheckArguments, typeChecks } from './typecheck.mjs';

install();
// Before the tests, which have limits of time.
const { left, env } = setUp();
const kustomize = left.kustomize.path;
if (kustomize !== undefined) env.PATH = `${process.env.PATH}${delimiter}${dirname(kustomize)}`;

/** The number of concurrent steps. */
const atOnce = Math.max(2, Math.min(4, availableParallelism()));
/** The number of concurrent test files: one more, as some wait for programs and language servers. */
const filesAtOnce = atOnce + 1;

const bin = (name) => `node_modules/.bin/${name}`;
let passed = 0;
let failed = 0;
/** Tests that passed only when they were repeated: they are not deterministic, which is itself a defect. */
const repeated = [];
/** What failed, named again at the end: of a long output often the end alone is kept. */
const failures = [];

/** The lines of an output that name failures: mocha's list with one frame each, else steps that failed and the end. */
function failureLines(output) {
  const lines = output.split('\n');
  const list = lines.findLastIndex((line) => /^ *\d+ failing/.test(line));
  const isFrame = (line) => line !== undefined && /^\s+at /.test(line);
  const named = lines.slice(list).filter((line, index, all) => !isFrame(line) || !isFrame(all[index - 1]));
  return list === -1 ? [...lines.filter((line) => line.startsWith('FAIL ')), ...lines.slice(-15)] : named.slice(0, 60);
}

/** A step that is right or wrong as a whole. */
async function step(title, command, args, isRight = ({ status }) => status === 0) {
  const result = await runBeside(command, args);
  const right = isRight(result);
  if (right) passed++;
  else failed++;
  console.log(`${right ? 'ok  ' : 'FAIL'} ${title}`);
  if (!right) {
    console.log(result.output);
    failures.push(title, ...failureLines(result.output));
  }
  return right;
}

/** A suite that counts its own tests: mocha's summary, or a last line `N passed, N failed`. */
async function suite(title, command, args) {
  count(title, await runBeside(command, args, { env }));
}

/** A suite in an editor or a browser, which others made: repeated as a whole if it fails. */
async function suiteInEditor(title, script) {
  const first = await runBeside(process.execPath, [script], { env });
  if (first.status === 0) {
    count(title, first);
    return;
  }
  const second = await runBeside(process.execPath, [script], { env });
  if (second.status === 0) repeated.push(`repeated: ${title}`, ...failureLines(first.output));
  count(title, second);
}

/** Counts and prints what a suite's run gave. */
function count(title, { status, output }) {
  const ours = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  const good = Number(ours?.[1] ?? /(\d+) passing/.exec(output)?.[1] ?? 0);
  const bad = Number(ours?.[2] ?? /(\d+) failing/.exec(output)?.[1] ?? 0);
  const skipped = [...output.matchAll(/^not run: .*$/gm)].map(([line]) => line);
  // A suite that neither passed, failed nor gave a reason for not running proves nothing.
  const silent = bad === 0 && (status !== 0 || (good === 0 && skipped.length === 0));
  passed += good;
  failed += bad + (silent ? 1 : 0);
  console.log(`${bad > 0 || silent ? 'FAIL' : 'ok  '} ${title}: ${good} passed, ${bad} failed`);
  for (const line of skipped) console.log(`     ${line}`);
  repeated.push(...[...output.matchAll(/^repeated: .*$/gm)].map(([line]) => line));
  // The dots of tests that passed would hide the others where only a part of the output is kept.
  if (bad > 0 || silent) {
    console.log(output.replaceAll(/^ *[.․!,]+$\n/gm, ''));
    failures.push(title, ...failureLines(output));
  }
}

/** Runs jobs that use one core at most, a few at once. */
async function runConcurrently(jobs) {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const cruised = ({ status, output }) => status === 0 && Number(/(\d+) modules/.exec(output)?.[1] ?? 0) > 80;

/** Holds what is made for several tests. */
const folder = mkdtempSync(join(tmpdir(), 'kubecompat-test-'));
const release = join(folder, 'release');

const built = await step('build', process.execPath, ['scripts/build.mjs']);
if (built) env.KUBECOMPAT_BUILT = resolve('dist');
// Suites in editors and browsers are waiting most of the time.
await Promise.all([checkAndTest(), ...(built ? [testInEditors()] : [])]);

/** Everything that runs in Node.js: the static checks, and then the tests, which look at the release. */
async function checkAndTest() {
  const cruisedFolders = ['server', 'client', 'test', 'tools', 'site/src', '--config', '.dependency-cruiser.cjs'];
  await runConcurrently([
    ...(built ? [() => step('release', process.execPath, releaseArguments(release))] : []),
    () => step('import direction', bin('depcruise'), cruisedFolders, cruised),
    ...typeChecks.map((check) => () => step(check.title, process.execPath, typeCheckArguments(check))),
    () => step('dead code', bin('knip'), ['--no-progress']),
    () => step('lint and format', bin('biome'), ['check', '.']),
  ]);
  if (existsSync(join(release, 'SHA256SUMS'))) env[releaseVariable] = release;
  const options = ['--parallel', '--jobs', String(filesAtOnce), '--retries', '1'];
  await suite('unit tests, fixtures, conformance, command line', bin('mocha'), options);
}

/** One after the other, beside everything else. */
async function testInEditors() {
  const suites = JSON.parse(readFileSync('scripts/suites.json', 'utf8'));
  for (const { title, script } of suites) await suiteInEditor(title, script);
}

rmSync(folder, { recursive: true });
for (const line of [...repeated, ...failures]) console.log(line);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
