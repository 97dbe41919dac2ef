import assert from 'node:assert/strict';
import { join } from 'node:path';
import { analyze } from '../../../server/src/analyze.ts';
import type { Finding } from '../../../server/src/finding.ts';
import { noContext } from '../../../server/src/kustomize/fileContext.ts';
import { Kustomizations } from '../../../server/src/workspace/kustomize/kustomizations.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRecording } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { WorkspaceFolder } from '../../harness/workspaceFolder.ts';
import type { Files } from './cases.ts';

interface Row {
  readonly files: Files;
  /** The build output; absent if Kustomize refused. */
  readonly output?: string;
  readonly error?: string;
}

const recorded = new URL('answers.jsonl.gz', import.meta.url);
const { head, rows } = readRecording<Row, { readonly version: string }>(recorded);
const surface = surfaceOf('1.37');

/** The codes for the behaviour of Kustomize. */
const codes: ReadonlySet<string> = new Set([
  'malformed-json-patch',
  'malformed-replacement',
  'malformed-selector',
  'nothing-selected',
  'ambiguous-source',
  'unknown-field-path',
  'absent-path',
]);

/** Errors that are not about patches, replacements and variables. */
const otherErrors =
  /ID conflict|merging from generator|accumulating (?:resources|components)|^panic|does not match a config|updating name ref/;

/** Whether the build output has fields that the API server does not know. */
function unknownFields(output: string): boolean {
  return analyze(output, inputs('built.yaml', [surface])).resources.some(({ verdicts }) =>
    verdicts.some(({ findings }) => findings.some(({ consequence }) => consequence === 'unknown-field')),
  );
}

function found(files: Files): readonly Finding[] {
  const workspace = new WorkspaceFolder(files);
  const folder = workspace.path;
  try {
    const kustomizations = new Kustomizations();
    return Object.entries(files).flatMap(([name, text]) =>
      analyze(
        text,
        inputs(name, [surface], { context: { ...noContext, ...kustomizations.contextOf(join(folder, name)) } }),
      )
        .documentFindings.map(({ finding }) => finding)
        .filter(({ code }) => codes.has(code)),
    );
  } finally {
    workspace.remove();
  }
}

describe(`builds by Kustomize ${head.version}`, () => {
  const judged = rows.map((row) => ({ ...row, findings: found(row.files) }));
  const shown = ({ files, error, findings }: (typeof judged)[number]) =>
    JSON.stringify(
      { files, error, findings: findings.map(({ code, message, path }) => `${code} ${path}: ${message}`) },
      null,
      1,
    );

  it(`fail if a finding predicts it: ${rows.length} kustomizations`, () => {
    const wrong = judged.filter(
      ({ error, findings }) => error === undefined && findings.some(({ consequence }) => consequence === 'undecodable'),
    );
    assert.equal(wrong.length, 0, wrong.slice(0, 5).map(shown).join('\n'));
  });
  it('contain the unknown fields that are reported', () => {
    const makes = judged.filter(({ findings }) => findings.some(({ consequence }) => consequence === 'unknown-field'));
    const built = makes.filter(({ output }) => output !== undefined);
    const wrong = built.filter(({ output = '' }) => !unknownFields(output));
    assert.ok(built.length > 5, String(built.length));
    assert.equal(wrong.length, 0, wrong.slice(0, 5).map(shown).join('\n'));
  });
  it('mostly fail for the reported reason', () => {
    const refused = judged.filter(({ error = '' }) => error !== '' && !otherErrors.test(error));
    const reported = refused.filter(({ findings }) =>
      findings.some(({ consequence }) => consequence === 'undecodable'),
    );
    assert.ok(reported.length / refused.length > 0.85, `${reported.length} of ${refused.length}`);
  });
});
