import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import { CountingBuild, type Counts } from './countedRun.ts';
import { counters } from './counters.ts';

const here = 'test/work';
const table = join(here, 'work.md');

/** The corpora: one folder each, with a title. */
const corpora = {
  plain: 'objects of many kinds, some with findings',
  kustomize: 'kustomizations that Flux applies and fills in',
  charts: 'a chart with definitions, and objects of these',
} as const;

type Corpus = keyof typeof corpora;
const names: readonly Corpus[] = ['plain', 'kustomize', 'charts'];

describe('the work of a run', () => {
  let counting: CountingBuild;
  before(async () => {
    counting = await CountingBuild.make();
  });
  after(() => counting.remove());

  it('is what the table says', () => {
    const counts = new Map(names.map((name) => [name, countsOf(counting, name)]));
    const written = tableOf(counts);
    if (process.env['UPDATE'] === '1') writeFileSync(table, written);
    assert.equal(
      written,
      readFileSync(table, 'utf8'),
      `${table} has other counts: UPDATE=1 writes it, and the commit says why a count rises`,
    );
  });

  it('is done by every counter', () => {
    const all = names.map((name) => countsOf(counting, name));
    const idle = counters.filter(({ name }) => all.every((counts) => (counts[name] ?? 0) === 0));
    // A run without a cache hashes nothing that is not compared.
    assert.deepEqual(
      idle.map(({ name }) => name),
      [],
    );
  });

  it('is the same again', () => {
    assert.deepEqual(countsOf(counting, 'plain'), countsOf(counting, 'plain'));
  });
});

function countsOf(counting: CountingBuild, corpus: Corpus): Counts {
  const folder = new WorkspaceFolder({});
  try {
    cpSync(join(here, 'fixtures', corpus), folder.path, { recursive: true });
    return counting.check(folder.path);
  } finally {
    folder.remove();
  }
}

function tableOf(counts: ReadonlyMap<Corpus, Counts>): string {
  const rows = counters.map(({ name }) => [name, ...names.map((corpus) => String(counts.get(corpus)?.[name] ?? 0))]);
  const lines = [['work', ...names], ['---', ...names.map(() => '--:')], ...rows];
  const about = names.map((name) => `- \`${name}\`: ${corpora[name]}.`).join('\n');
  return `# The work of a run

How often \`kubecompat check\` does each kind of work (\`counters.ts\`) on the files below \`fixtures/\`. Times depend on the machine; these
counts do not. \`work.test.ts\` compares them: a commit that changes one writes this table with \`UPDATE=1\`, and says
why where a count rises.

${about}

${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}
