import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';

/**
 * A document with the targets whose real servers accepted it with a warning, and those without one, and the texts of
 * 1.37 with every API enabled if it accepts the document.
 */
interface Row {
  readonly text: string;
  readonly warned: readonly string[];
  readonly silent: readonly string[];
  readonly texts: readonly string[] | undefined;
}

describe('server-warning', () => {
  const rows = readRows();

  it('warns about exactly the documents that real servers of 1.32 to 1.37 warned about', () => {
    assert.ok(rows.length > 200);
    for (const { text, warned, silent } of rows) {
      for (const target of warned) assert.ok(warnings(text, target).length > 0, `${target} warns of\n${text}`);
      for (const target of silent) assert.deepEqual(warnings(text, target), [], `${target} is silent on\n${text}`);
    }
  });

  it("uses the server's words", () => {
    const answered = rows.flatMap(({ text, texts }) => (texts === undefined ? [] : [{ text, texts }]));
    assert.ok(answered.length > 200);
    for (const { text, texts } of answered) {
      const ours = new Set(warnings(text, '1.37,runtime-config=api/all=true'));
      // Requests default to limits, and the server reports problems of one for both.
      const theirs = texts.filter(
        (warning) => ours.has(warning) || !ours.has(warning.replace('.requests[', '.limits[')),
      );
      assert.deepEqual([...ours].sort(), [...theirs].sort(), text);
    }
  });
});

function warnings(text: string, target: string): readonly string[] {
  return analyze(text, inputs('recorded.yaml', [surfaceOf(target)])).resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) =>
      findings.flatMap(({ consequence, message }) => (consequence === 'warning' ? message : [])),
    ),
  );
}

/** Recorded with the oracle: kube-apiservers 1.32.13, 1.34.4, 1.36.3 and 1.37.1, dry-run creates. */
function readRows(): readonly Row[] {
  const text = readFileSync(new URL('./fixtures/recorded.jsonl', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const row: unknown = line === '' ? undefined : JSON.parse(line);
    if (!Array.isArray(row)) return [];
    const [document, warned, silent, texts]: unknown[] = row;
    return [
      {
        text: String(document),
        warned: strings(warned),
        silent: strings(silent),
        texts: texts === undefined ? undefined : strings(texts),
      },
    ];
  });
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
