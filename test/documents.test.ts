import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands } from '../server/src/cli/commands.ts';
import { parseArguments } from '../server/src/cli/flags/arguments.ts';
import { filesBelow } from './harness/files.ts';

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

  it('name existing commands and flags', async () => {
    const lines = documents.flatMap((file) =>
      fences(readFileSync(file, 'utf8')).flatMap((fence) => fence.match(/^kubecompat .*/gm) ?? []),
    );
    assert.ok(lines.length > 20);
    for (const line of lines) {
      const [name, ...rest] = line
        .replace(/\s+#.*/, '')
        .split(/\s+/)
        .slice(1);
      const entry = commands.find((command) => command.name === name);
      assert.ok(entry !== undefined, line);
      const { flags } = await entry.load();
      assert.doesNotThrow(() => parseArguments(rest, flags), line);
    }
  });
});

function fences(text: string): readonly string[] {
  return [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, inside = '']) => inside);
}

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
