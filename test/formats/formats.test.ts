import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { applyEdits } from '../../server/src/text/edit.ts';
import { LineIndex } from '../../server/src/text/lineIndex.ts';
import { fixtureTexts, reportOn, written } from './reports.ts';

const oldIngress = 'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: { name: a }\n';

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly charOffset: number;
  readonly charLength: number;
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: Region };
  }[];
  readonly fixes: readonly {
    readonly artifactChanges: readonly {
      readonly replacements: readonly { readonly deletedRegion: Region; readonly insertedContent: { text: string } }[];
    }[];
  }[];
}

interface SarifLog {
  readonly runs: readonly [
    { readonly results: readonly Result[]; readonly tool: { driver: { rules: { id: string }[] } } },
  ];
}

describe('report formats of the fixtures of all checks', () => {
  const texts = fixtureTexts();
  const report = reportOn(texts);
  const textOf = new Map(texts.map(({ name, text }) => [name, text]));

  it('json: follows its schema', () => {
    const agrees = new Ajv({ allowUnionTypes: true }).compile(
      JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')),
    );
    assert.ok(agrees(JSON.parse(written(report, 'json'))), JSON.stringify(agrees.errors));
  });

  it('sarif: follows its schema', () => {
    // Ajv knows the keywords of draft 4 that the schema uses by the same names; formats of texts are no matter here.
    const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync('test/formats/sarif-2.1.0-rtm.5.json', 'utf8'));
    const agrees = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true }).compile(
      schema,
    );
    const log: SarifLog = JSON.parse(written(report, 'sarif'));
    assert.ok(agrees(log), JSON.stringify(agrees.errors?.slice(0, 5)));
    assert.ok(log.runs[0].results.length > 500);
    assert.equal(agrees({ ...log, runs: [{ ...log.runs[0], results: [{ level: 'fatal' }] }] }), false);
  });

  it('sarif: regions and fixes have the position of the text, in both forms', () => {
    const log: SarifLog = JSON.parse(written(report, 'sarif'));
    const [{ results, tool }] = log.runs;
    let fixes = 0;
    for (const { ruleId, ruleIndex, locations, fixes: sarifFixes } of results) {
      assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId);
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      const text = textOf.get(decodeURIComponent(artifactLocation?.uri ?? ''));
      assert.ok(text !== undefined && region !== undefined);
      const lines = new LineIndex(text);
      const changes = sarifFixes.map(({ artifactChanges }) =>
        artifactChanges.flatMap(({ replacements }) => replacements),
      );
      for (const { startLine, startColumn, endLine, endColumn, charOffset, charLength } of [
        region,
        ...changes.flat().map(({ deletedRegion }) => deletedRegion),
      ]) {
        assert.deepEqual(lines.range({ start: charOffset, end: charOffset + charLength }), {
          start: { line: startLine - 1, character: startColumn - 1 },
          end: { line: endLine - 1, character: endColumn - 1 },
        });
      }
      for (const replacements of changes) {
        const edits = replacements.map(({ deletedRegion: { charOffset, charLength }, insertedContent }) => ({
          span: { start: charOffset, end: charOffset + charLength },
          newText: insertedContent.text,
        }));
        assert.notEqual(applyEdits(text, edits), undefined, 'the replacements go together');
        fixes++;
      }
    }
    assert.ok(fixes > 100);
  });

  it('sarif and gitlab: no two findings have the same fingerprint', () => {
    const log: SarifLog = JSON.parse(written(report, 'sarif'));
    const prints = log.runs[0].results.map(({ partialFingerprints }) => partialFingerprints['kubecompat/v1']);
    assert.equal(new Set(prints).size, prints.length);
    const issues: { fingerprint: string }[] = JSON.parse(written(report, 'gitlab'));
    assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, issues.length);
  });

  it('junit: is well-formed, with correct counts', () => {
    const xml = written(report, 'junit');
    const open: string[] = [];
    const counted = new Map(['testcase', 'failure', 'error', 'skipped'].map((name) => [name, 0]));
    const token =
      /<\?xml version="1\.0" encoding="UTF-8"\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<&]*(?:&(?:amp|lt|gt|quot|#\d+);[^"<&]*)*")*)(\/?)>|[^<&]+|&(?:amp|lt|gt|quot|#\d+);/gy;
    let at = 0;
    for (let match = token.exec(xml); match !== null; match = token.exec(xml)) {
      at = token.lastIndex;
      const [, closes, name, , empty] = match;
      if (name === undefined) continue;
      if (closes === '/') assert.equal(open.pop(), name);
      else if (empty !== '/') open.push(name);
      if (closes !== '/' && counted.has(name)) counted.set(name, (counted.get(name) ?? 0) + 1);
    }
    assert.equal(at, xml.length, `not XML: ${xml.slice(at, at + 80)}`);
    assert.deepEqual(open, []);
    const [testcase, failure, error, skipped] = counted.values();
    const totals = `tests="${testcase}" failures="${failure}" errors="${error}" skipped="${skipped}"`;
    assert.ok(xml.includes(`<testsuites name="kubecompat" ${totals}>`), totals);
    assert.doesNotMatch(xml, /[^\t\n\r\x20-\uFFFF]/);
  });

  it('github: has no more commands of a kind than GitHub shows, and the others in a group without commands', () => {
    const lines = written(report, 'github').trimEnd().split('\n');
    const group = lines.findIndex((line) => line.startsWith('::group::'));
    for (const kind of ['error', 'warning', 'notice']) {
      const found = lines.filter((line) => line.startsWith(`::${kind} `));
      assert.ok(found.length > 0 && found.length <= 10, `${found.length} ${kind}`);
    }
    assert.ok(lines.slice(0, group).every((line) => /^::(?:(?:error|warning|notice) file|notice title)=/.test(line)));
    assert.match(lines[group] ?? '', /^::group::\d+ more findings$/);
    const listed = lines.slice(group + 1, -1);
    assert.equal(lines.at(-1), '::endgroup::');
    assert.ok(listed.length > 100 && listed.every((line) => line.startsWith('- ') && !line.includes('##[')));
    const evil = [{ name: '::error::x\n::set-output', text: `${`${oldIngress}---\n`.repeat(12)}##[set-output]: a\n` }];
    for (const line of written(reportOn(evil), 'github').trimEnd().split('\n')) {
      assert.match(
        line,
        /^(?:::(?:error|warning|notice) file=%3A%3Aerror|::group::|::endgroup::|- |\d+ resources checked$)/,
      );
    }
  });

  it('markdown: stays within the limit of GitHub, and lists what it omits', () => {
    const many = Array.from({ length: 6000 }, (_, index) => ({ name: `${index}.yaml`, text: oldIngress }));
    const text = written(reportOn(many, ['1.37']), 'markdown');
    assert.ok(Buffer.byteLength(text) < 1024 * 1024 && text.length > 500_000, `${text.length}`);
    const rows = text.split('\n').filter((line) => line.startsWith('| error')).length;
    assert.ok(text.endsWith(`\n${6000 - rows} more findings omitted: this page would be too long.\n`));
  });

  it('all formats are the same in every run', () => {
    const again = reportOn([...texts].reverse());
    for (const name of ['text', 'json', 'jsonl', 'sarif', 'junit', 'github', 'gitlab', 'markdown', 'csv', 'html']) {
      assert.equal(written(again, name), written(report, name), name);
    }
  });
});

describe('fingerprints', () => {
  const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: other }\n---\n';
  const above = fc.constantFrom('# a comment\n', '\n', `${other}`, `# a\n${other}\n`, '---\n# only a comment\n---\n');
  const texts = fixtureTexts();

  it('stay the same if comments, lines or documents are added above', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(above, { minLength: 1, maxLength: 4 }),
        ({ name, text }, parts) => {
          // What is written before a directive or a first document would be another text.
          fc.pre(!/^(?:%|\s*[[{])/m.test(text));
          const prints = (whole: string) =>
            reportOn([{ name, text: whole }])
              .findings.filter(({ document, code }) => document >= 0 && code !== 'version-skew')
              .map(({ fingerprint }) => fingerprint)
              .sort();
          assert.deepEqual(prints(parts.join('') + text), prints(text));
        },
      ),
      { numRuns: 300 },
    );
  });
});
