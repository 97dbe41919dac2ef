import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReportFinding, WorkspaceReport } from '../../server/src/report/workspaceReport.ts';
import { command, Editor, findingsOf, reportOf, today } from './asked.ts';
import { countsByFormat, countsOfTargets } from './counts.ts';
import { type Texts, workspaces } from './workspaces.ts';

/** All commands and the editor give the same answer: one set of findings, and one set of edits. */
describe('agreement of all commands and the editor', () => {
  /** How much was compared, so that an empty comparison fails. */
  const met = { findings: 0, errors: 0, ignored: 0, leftOut: 0, custom: 0, fixed: 0, comparisons: 0 };

  after(() => {
    assert.ok(Math.min(...Object.values(met)) > 0, JSON.stringify(met));
  });

  for (const [name, texts] of workspaces(8)) {
    describe(name, () => {
      let folder = '';
      let editor: Editor;
      let checked: WorkspaceReport;

      before(async () => {
        folder = mkdtempSync(join(tmpdir(), 'agreement-'));
        write(folder, texts);
        checked = await reportOf(folder, ['check', '.']);
        met.findings += checked.findings.length;
        met.ignored += checked.summary.suppressed;
        met.leftOut += checked.notJudged.filter(({ reason }) => reason === 'sub-chart-off').length;
        met.custom += checked.findings.filter(({ message }) => /colour|watts/.test(message)).length;
        editor = await Editor.open(folder, texts);
      });

      after(async () => {
        await editor.close();
        rmSync(folder, { recursive: true, force: true });
      });

      it('report has the same findings as check', async () => {
        assert.deepEqual(withoutTool(await reportOf(folder, ['report', '.'])), withoutTool(checked));
      });

      it('all formats have the same counts', () => {
        const byFormat = countsByFormat(checked);
        const { text } = byFormat;
        assert.ok(text !== undefined);
        met.errors += text.errors ?? 0;
        for (const [format, counts] of Object.entries(byFormat)) {
          const { refused: _, ...compared } = counts;
          assert.deepEqual({ ...text, ...compared }, text, format);
        }
        assert.equal(byFormat['html']?.refused, byFormat['junit']?.refused, 'refused resources');
        const [first, ...others] = countsOfTargets(checked);
        for (const other of others) assert.equal(other, first, 'findings of all targets');
        assert.deepEqual(editor.counts(), { errors: text.errors, warnings: text.warnings }, 'the editor');
      });

      it('the editor has the findings of check for files that are not open', () => {
        assert.deepEqual(editor.closed(), findingsOf(checked));
      });

      it('the editor has the findings of check in its report', async () => {
        assert.deepEqual(findingsOf((await editor.report()).report), findingsOf(checked));
      });

      it('the editor has the findings of check for open files', async () => {
        assert.deepEqual(await editor.opened(), findingsOf(checked));
      });

      it('all fixes give the same texts', async () => {
        const fixed = await fixedBy(folder, texts);
        met.fixed += Object.keys(fixed).length;
        assert.deepEqual(await editor.fixFolder(), fixed);
        assert.deepEqual(await editor.fixAll(), fixed);
        for (const [file, text] of Object.entries(texts)) {
          if (!isManifest(file)) continue;
          const output = await command(folder, ['fix', '-', '--stdin-filename', file, '--today', today], text);
          assert.equal(output, fixed[file] ?? text, `${file} through standard input`);
        }
      });

      it('convert changes no files of sub-charts that are turned off', async () => {
        const off = new Set(
          checked.notJudged.flatMap(({ file, reason }) => (reason === 'sub-chart-off' ? [file] : [])),
        );
        const diff = await command(folder, ['convert', '.', '--to-target', '1.37', '--diff']);
        const touched = [...diff.matchAll(/^\+\+\+ (?:b\/)?(.*)$/gm)].map(([, file = '']) => file);
        assert.deepEqual(
          touched.filter((file) => off.has(file)),
          [],
        );
        for (const file of touched) {
          const output = await command(
            folder,
            ['convert', '-', '--stdin-filename', file, '--to-target', '1.37'],
            texts[file],
          );
          assert.notEqual(output, texts[file], `${file} through standard input`);
        }
      });

      it('diff shows the findings that check has at only one of two targets', async () => {
        const reports = await Promise.all(ends.map((target) => reportOf(folder, ['check', '.', '--target', target])));
        const [from, to] = reports.map(({ findings }) => new Map(findings.map((finding) => [keyOf(finding), finding])));
        const output = await command(folder, ['diff', '.', '--from', ends[0], '--to', ends[1], '--format', 'json']);
        const { differences }: Differences = JSON.parse(output);
        const shown = differences.flatMap(({ file, onlyAt }) =>
          onlyAt.map((difference) => keyOf({ ...difference, file })),
        );
        met.comparisons += shown.length;
        for (const key of shown) assert.notEqual(from?.has(key), to?.has(key), key);
        const notServed = (before: typeof from, after: typeof to) =>
          [...(before ?? [])].flatMap(([key, reportFinding]) =>
            reportFinding.consequence === 'not-served' &&
            reportFinding.resource !== undefined &&
            after?.has(key) === false
              ? [key]
              : [],
          );
        for (const key of [...notServed(from, to), ...notServed(to, from)]) assert.ok(shown.includes(key), key);
      });

      it('plan names the findings that check has at the target', async () => {
        const output = await command(folder, ['plan', '.', '--from', ends[0], '--to', ends[1], '--format', 'json']);
        const { resources: byCommand }: Planned = JSON.parse(output);
        const planned = await editor.plan(...ends);
        const byEditor: Planned = JSON.parse(JSON.stringify(planned.plan));
        assert.deepEqual(byEditor.resources, byCommand);
        const found = new Set((await reportOf(folder, ['check', '.', '--target', ends[1]])).findings.map(keyOf));
        const last = byCommand.flatMap(({ file, steps }) => {
          const step = steps.at(-1);
          return step === undefined || !step.mustChange
            ? []
            : step.findings.map((finding) => keyOf({ ...finding, file }));
        });
        for (const expected of last) assert.ok(found.has(expected), expected);
      });
    });
  }
});

const ends = ['1.24', '1.26'] as const;

type ReportedFinding = Pick<ReportFinding, 'file' | 'code' | 'consequence' | 'path' | 'range'>;

interface Differences {
  readonly differences: readonly { readonly file: string; readonly onlyAt: readonly Omit<ReportedFinding, 'file'>[] }[];
}

interface Planned {
  readonly resources: readonly {
    readonly file: string;
    readonly steps: readonly {
      readonly mustChange: boolean;
      readonly findings: readonly Omit<ReportedFinding, 'file'>[];
    }[];
  }[];
}

function keyOf({ file, code, consequence, path, range: { start } }: ReportedFinding): string {
  return [file, code, consequence, path, start.line, start.character].join(' ');
}

function withoutTool({ tool: _, ...report }: WorkspaceReport): Omit<WorkspaceReport, 'tool'> {
  return report;
}

function isManifest(file: string): boolean {
  return /\.ya?ml$/.test(file) && !file.endsWith('.kubecompat.yaml');
}

function write(folder: string, texts: Texts): void {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The texts that `fix --write` changes. */
async function fixedBy(folder: string, texts: Texts): Promise<Texts> {
  const copy = mkdtempSync(join(tmpdir(), 'agreement-'));
  try {
    cpSync(folder, copy, { recursive: true });
    await command(copy, ['fix', '.', '--write', '--today', today]);
    const all = Object.keys(texts).map((name) => [name, readFileSync(join(copy, name), 'utf8')] as const);
    return Object.fromEntries(all.filter(([name, text]) => text !== texts[name]));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
