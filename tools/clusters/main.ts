/**
 * `npm run clusters` asks the tools that make clusters what they make of files, by their own code, and records the
 * answers in `test/recorded/clusters/`, for `clusters.test.ts`. It prints where our reading differs.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { writeLines } from '../../test/harness/recordings.ts';
import { type AskedFile, differenceOf } from '../../test/recorded/clusters/compare.ts';
import { cacheFolder } from '../kubernetes/cacheFolder.ts';
import { goVersion, run, StepFailed } from '../kubernetes/go.ts';
import { tools } from './registry.ts';
import type { Answer, Question, Tool } from './tool.ts';

const usage = `usage: npm run clusters -- [--files N] [--seed N] [--compare] [TOOL ...]

Asks tools that make clusters what they make of files, and records the answers. Needs Go.

  TOOL       tools to ask: ${tools.map(({ tool }) => tool).join(', ')}; without any, all
  --files N  files for each tool; 300 if it is left out
  --seed N   generates other files
  --compare  print the differences, and write nothing`;

try {
  main();
} catch (error) {
  if (!(error instanceof StepFailed || error instanceof RangeError || error instanceof TypeError)) throw error;
  console.error(`${error.message}\nNothing was written for this tool.`);
  process.exitCode = 1;
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      files: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      compare: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  if (goVersion() === undefined)
    throw new StepFailed('This command runs the code of the tools and needs Go (go.dev) on the PATH.');
  const unknown = positionals.find((name) => !tools.some(({ tool }) => tool === name));
  if (unknown !== undefined) throw new RangeError(usage);
  for (const tool of tools) {
    if (positionals.length > 0 && !positionals.includes(tool.tool)) continue;
    const rows = answersOf(tool, Number(values.files), Number(values.seed));
    report(tool, rows);
    if (values.compare) continue;
    const { tool: name, modules, file, defaults } = tool;
    const head = JSON.stringify({ tool: name, modules, file, defaults });
    writeLines(new URL(`../../test/recorded/clusters/${name}.jsonl.gz`, import.meta.url), [
      head,
      ...rows.map((row) => JSON.stringify(row)),
    ]);
  }
}

function answersOf(tool: Tool, numRuns: number, seed: number): readonly AskedFile[] {
  const questions = fc.sample(tool.questions, { numRuns, seed });
  const answers = tool.ask(questions, askProgram);
  return questions.map((question, index) => {
    const { flags, refused } = answers[index] ?? {};
    return { ...question, ...(flags === undefined ? { refused: refused ?? '' } : { flags }) };
  });
}

function askProgram(program: string, questions: readonly Question[]): readonly Answer[] {
  const lines = questions.map((question) => JSON.stringify(question)).join('\n');
  const printed = run(program, [], cacheFolder(), `${lines}\n`).trim().split('\n');
  return printed.map((line): Answer => JSON.parse(line));
}

function report(tool: Tool, rows: readonly AskedFile[]): void {
  const differing = rows.flatMap((row) => {
    const difference = differenceOf(row, tool);
    return difference === undefined ? [] : [{ row, difference }];
  });
  const refused = rows.filter(({ flags }) => flags === undefined).length;
  console.log(
    `${tool.tool} (${tool.modules.join(', ')}): ${rows.length} files, ${refused} refused, ${differing.length} read otherwise`,
  );
  for (const { row, difference } of differing.slice(0, 5))
    console.log(`\n${difference}\nversion ${row.version ?? '-'}\n${row.text}`);
}
