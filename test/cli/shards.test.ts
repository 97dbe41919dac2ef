import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { checkCodes } from '../../server/src/checks/checkCodes.ts';
import { parseShard } from '../../server/src/cli/flags/scopeFlags.ts';
import { formats } from '../../server/src/report/formats.ts';
import { mergeReports, type NamedReport } from '../../server/src/report/mergeReports.ts';
import { plain } from '../../server/src/report/style.ts';
import type { WorkspaceReport } from '../../server/src/report/workspaceReport.ts';
import { TextStore } from '../../server/src/workspace/disk/textStore.ts';
import { judgeWorkspace } from '../../server/src/workspace/judging/judgeWorkspace.ts';
import { searchWorkspace } from '../../server/src/workspace/judging/searchWorkspace.ts';
import type { Shard } from '../../server/src/workspace/scope/shard.ts';
import { TargetSelection } from '../../server/src/workspace/settings/targetSelection.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { filesBelow } from '../harness/files.ts';
import { textFiles } from '../support/textFiles.ts';
import { lampDefinition } from './manifests.ts';

const files = textFiles(new URL('shards.txt', import.meta.url));
const lamp = files.text('related/a/lamp.yaml');

/** Files that depend on each other: definitions, conflicts among them, patches, charts, configurations. */
const related: Readonly<Record<string, string>> = {
  ...files.below('related/'),
  'crds/lamps.yaml': lampDefinition('properties: { colour: { type: string } }'),
  'old/crds/lamps.yaml': lampDefinition('properties: { colour: { type: integer } }'),
  'd/binary.yaml': '\0\0',
};

async function reportOn(cwd: string, shard?: Shard): Promise<WorkspaceReport> {
  const catalog = readCatalog();
  const selection = new TargetSelection(catalog, cwd, new Set(checkCodes.keys()), { trusted: true });
  const noStdin = { read: () => new Uint8Array(), filename: undefined };
  const judged = await judgeWorkspace({
    paths: ['.'],
    cwd,
    searched: searchWorkspace(['.'], cwd),
    catalog,
    toolVersion: '0',
    selection,
    stdin: noStdin,
    keepSource: false,
    texts: new TextStore(),
    today: '2026-01-01',
    build: false,
    ...(shard === undefined ? {} : { shard }),
  });
  return parseShard(judged.report, { ...(shard === undefined ? {} : { shard }) }, judged.found);
}

async function shardsOf(cwd: string, count: number): Promise<readonly NamedReport[]> {
  const reports: NamedReport[] = [];
  for (let index = 1; index <= count; index++) {
    // As read from a file.
    const report: WorkspaceReport = JSON.parse(JSON.stringify(await reportOn(cwd, { index, count })));
    reports.push({ name: `${index}.json`, report });
  }
  return reports;
}

function rendered(report: WorkspaceReport): Readonly<Record<string, string>> {
  const context = { style: plain, width: undefined, sourceOf: () => undefined };
  return Object.fromEntries(formats.map((format) => [format.name, [...format.render(report, context)].join('')]));
}

/** Returns how many reports of a run are not empty, so that tests can require some. */
async function assertMerges(cwd: string, count: number, whole: Readonly<Record<string, string>>): Promise<number> {
  const shards = await shardsOf(cwd, count);
  const merged = mergeReports([...shards].reverse());
  assert.ok(merged.ok, merged.ok ? '' : merged.message);
  assert.deepEqual(rendered(merged.report), whole);
  return shards.filter(({ report }) => report.summary.files > 0).length;
}

describe('--shard and merge', () => {
  let cwd = '';

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'kubecompat-shards-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };

  it('give the report of a single run for the sample workspace, in every format', async () => {
    cpSync(resolve('sample'), cwd, { recursive: true });
    const whole = rendered(await reportOn(cwd));
    for (const count of [1, 2, 3, 8]) assert.ok((await assertMerges(cwd, count, whole)) > 0);
  });

  it('use all definitions, patches, charts and configurations in every shard', async () => {
    for (const [name, text] of Object.entries(related)) write(name, text);
    const report = await reportOn(cwd);
    const found = new Set(report.findings.map(({ code }) => code));
    for (const code of [
      'shadowed-definition',
      'invalid-value',
      'deprecated-kustomization-field',
      'deprecated-api',
      'syntax-error',
    ]) {
      assert.ok(found.has(code), `${code} is not among ${[...found].join(', ')}`);
    }
    const covered = report.coverage?.map(({ file, judged, inPart, notJudged }) => ({
      file,
      judged,
      inPart,
      notJudged,
    }));
    assert.deepEqual(covered, [
      { file: 'chart/Chart.yaml', judged: 1, inPart: {}, notJudged: {} },
      { file: 'b/kustomization.yaml', judged: 2, inPart: {}, notJudged: {} },
      { file: 'e/kustomization.yaml', judged: 3, inPart: {}, notJudged: { absent: 1, remote: 1 } },
    ]);
    const whole = rendered(report);
    for (const count of [2, 3, 5, 20]) assert.ok((await assertMerges(cwd, count, whole)) > 1);
  });

  it('give the report of a single run for any files and any number of shards', async () => {
    const fixtures = filesBelow(resolve('server/src'), /fixtures\/.*\.ya?ml$/);
    const some = fc.uniqueArray(fc.constantFrom(...fixtures), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(some, fc.integer({ min: 1, max: 6 }), async (chosen, count) => {
        rmSync(cwd, { recursive: true, force: true });
        mkdirSync(cwd);
        for (const [index, file] of chosen.entries()) cpSync(file, join(cwd, `${index % 4}`, basename(file)));
        await assertMerges(cwd, count, rendered(await reportOn(cwd)));
      }),
      { numRuns: 12 },
    );
  });

  it('count the sources of kustomizations and charts as a single run does', async () => {
    const folders = ['a', 'b', 'c', 'd'];
    const named = fc.constantFrom(
      ...folders.map((folder) => `../${folder}`),
      'lamp.yaml',
      'gone.yaml',
      'https://a.b/c',
    );
    const overlay = fc.uniqueArray(named, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(overlay, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 2, max: 6 }),
        async (all, count) => {
          rmSync(cwd, { recursive: true, force: true });
          for (const [index, folder] of folders.entries()) {
            write(`${folder}/kustomization.yaml`, `resources: ${JSON.stringify(all[index])}\n`);
            write(`${folder}/lamp.yaml`, index % 2 === 0 ? lamp : files.text('placeholder.yaml'));
            for (const [name, text] of Object.entries(files.below('chart/'))) write(`${folder}/${name}`, text);
          }
          const whole = await reportOn(cwd);
          assert.equal(whole.coverage?.length, 2 * folders.length);
          await assertMerges(cwd, count, rendered(whole));
        },
      ),
      { numRuns: 12 },
    );
  });

  it('refuse shards of different runs', async () => {
    write('a.yaml', related['c/cron.yaml'] ?? '');
    const [first, second] = await shardsOf(cwd, 2);
    assert.ok(first !== undefined && second !== undefined);
    write('b.yaml', '');
    const [other] = await shardsOf(cwd, 2);
    assert.ok(other !== undefined);
    const [third] = await shardsOf(cwd, 3);
    assert.ok(third !== undefined);
    const tool = { ...second.report.tool, version: '1' };
    const refused: readonly (readonly [readonly NamedReport[], RegExp])[] = [
      [[], /no report/],
      [[first], /no report of shard 2\/2/],
      [[first, first], /both shard 1\/2/],
      [[second, other], /over different files/],
      [[third, second], /with 2 and with 3 shards/],
      [[first, { ...second, report: { ...second.report, tool } }], /different versions/],
      [[first, { ...second, report: { ...second.report, targets: [] } }], /different targets/],
      [[{ name: 'whole.json', report: await reportOn(cwd) }], /is not a shard but a whole report/],
    ];
    for (const [reports, message] of refused) {
      const merged = mergeReports(reports);
      assert.match(merged.ok ? 'merged' : merged.message, message);
    }
  });
});
