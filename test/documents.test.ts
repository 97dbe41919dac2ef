import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documentedCommands, isDocumentedAs } from './harness/documentedCommands.ts';
import { filesBelow } from './harness/files.ts';
import { parseScenarios } from './scenarios/format.ts';
import { readCommand } from './scenarios/typed.ts';

/** The pages of the project and of its checks. */
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...filesBelow('docs', /\.md$/),
  ...filesBelow('server/src', /\.md$/),
  ...filesBelow('test', /\.md$/),
];

/** Paths in Kubernetes, and of generated files. */
const notOurs = new Set(['test/compatibility_lifecycle/reference', 'site/out']);

describe('documents', () => {
  it('link to existing targets', () => {
    assert.deepEqual(documents.flatMap(brokenLinks), []);
  });

  it('name existing files and folders of the source', () => {
    const designs = ['ARCHITECTURE.md', ...filesBelow('server/src', /\/DESIGN\.md$/)];
    const recipes = ['CONTRIBUTING.md', ...filesBelow('server', /\/(RULES|README)\.md$/)];
    const paths = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => ({ file, path }));
    const named = [
      ...designs.flatMap(paths),
      // Recipes also name paths relative to the folder that they are about.
      ...recipes.flatMap(paths).filter(({ path }) => /^(?:client|server|site|test|tools|scripts|schemas)\//.test(path)),
    ].filter(({ path }) => !notOurs.has(path));
    assert.ok(named.length > 50);
    const source = filesBelow('server/src', /./).map((file) => `/${file}`);
    const missing = named.filter(({ path }) => !existsSync(path) && !source.some((file) => file.includes(`/${path}`)));
    assert.deepEqual(missing, []);
  });

  it('list every folder of the source, within a limit of words', () => {
    const text = readFileSync('ARCHITECTURE.md', 'utf8');
    const folders = ['server/src', 'server/src/workspace', 'tools'].flatMap((parent) =>
      readdirSync(parent, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    );
    assert.ok(folders.length > 30);
    assert.deepEqual(
      folders.filter((name) => !text.includes(`${name}/`)),
      [],
    );
    assert.ok(text.split(/\s+/).length <= 1_500);
  });

  it('have the number of projects with built-in definitions', () => {
    const index: unknown = JSON.parse(readFileSync('server/data/crds/index.json', 'utf8'));
    assert.ok(typeof index === 'object' && index !== null);
    for (const file of ['README.md', 'docs/custom-resources.md', 'CHANGELOG.md']) {
      const [, count] = /of (\d+) (?:built-in )?projects/.exec(readFileSync(file, 'utf8')) ?? [];
      assert.equal(Number(count), Object.keys(index).length, file);
    }
  });

  it('promise only security properties that a test covers', () => {
    const rows =
      readFileSync('SECURITY.md', 'utf8')
        .match(/^\| .*$/gm)
        ?.slice(1) ?? [];
    assert.ok(rows.length > 10);
    for (const row of rows) {
      const [, file = '', title = ''] = /`([^`]+\.(?:test\.ts|txt))`: (.+) \|$/.exec(row) ?? [];
      assert.ok(existsSync(file), row);
      const start = file.endsWith('.txt') ? `\n=== ${title}\n` : `it('${title}', `;
      assert.ok(readFileSync(file, 'utf8').includes(start), row);
    }
  });

  it('pin actions by their commits, as tags can be moved', () => {
    const used = filesBelow('.github/workflows', /\.ya?ml$/).flatMap(
      (file) => readFileSync(file, 'utf8').match(/uses: .*/g) ?? [],
    );
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  // The scenarios require what each command exits with and prints.
  it('have only commands that a scenario runs', () => {
    const scenarios = parseScenarios(readFileSync('test/scenarios/cli/documented.txt', 'utf8')).scenarios;
    const ran = scenarios.flatMap(({ steps }) =>
      steps.flatMap(({ command }) => {
        const { words } = readCommand(command);
        const at = words.indexOf('kubecompat');
        return at < 0 ? [] : [words.slice(at + 1)];
      }),
    );
    const catalogues = readFileSync('test/cli/catalogue.test.ts', 'utf8');
    const written = ['README.md', ...filesBelow('docs', /\.md$/)].flatMap((file) =>
      documentedCommands(readFileSync(file, 'utf8')).map((words) => ({ file, words })),
    );
    assert.ok(written.length > 100, String(written.length));
    const others = written.filter(
      ({ words }) => !ran.some((run) => isDocumentedAs(run, words)) && !catalogues.includes(`'${words.join(' ')}'`),
    );
    assert.deepEqual(others, []);
  });
});

function brokenLinks(file: string): readonly string[] {
  const prose = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, path = '', heading]) => {
      const target = path === '' ? file : join(dirname(file), path);
      return !existsSync(target) || (heading !== undefined && !headings(target).includes(heading));
    })
    .map(([link]) => `${file}: ${link}`);
}

/** The anchors of the headings on a page. */
function headings(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
