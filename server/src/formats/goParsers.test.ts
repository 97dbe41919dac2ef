import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBase64 } from './base64.ts';
import { parseDuration } from './duration.ts';
import mailAddresses from './fixtures/mail-addresses.json' with { type: 'json' };
import { isMailAddress } from './mailAddress.ts';
import { compareQuantities, isQuantity, parseQuantity } from './quantity.ts';
import { isDateTime, isMicroTime } from './timestamp.ts';

/**
 * The results of Go's own parsers (Go 1.26, k8s.io/apimachinery 0.37.1); an absent key is a refusal, null a huge
 * number.
 */
interface Recorded {
  readonly text: string;
  readonly nanos?: string | null;
  readonly nanoseconds?: string;
  readonly dateTime?: true;
  readonly microTime?: true;
  readonly base64?: true;
}

function isRecorded(value: unknown): value is Recorded[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && 'text' in row);
}

const recorded: unknown = JSON.parse(readFileSync(new URL('./fixtures/go-parsers.json', import.meta.url), 'utf8'));

describe('formats', () => {
  const rows = isRecorded(recorded) ? recorded : [];

  it('agree with the recorded Go parsers on every text', () => {
    assert.ok(rows.length > 300);
    for (const row of rows) {
      assert.equal(isBase64(row.text), row.base64 ?? false, `base64 ${JSON.stringify(row.text)}`);
      assert.equal(isDateTime(row.text), row.dateTime ?? false, `time ${JSON.stringify(row.text)}`);
      assert.equal(isMicroTime(row.text), row.microTime ?? false, `micro time ${JSON.stringify(row.text)}`);
      assert.equal(parseDuration(row.text)?.toString(), row.nanoseconds, `duration ${JSON.stringify(row.text)}`);
      assert.equal(isQuantity(row.text), row.nanos !== undefined, `quantity ${JSON.stringify(row.text)}`);
      if (typeof row.nanos === 'string') assert.equal(parseQuantity(row.text)?.nanos.toString(), row.nanos, row.text);
    }
  });

  it("agree with Go's reader of mail addresses", () => {
    for (const text of mailAddresses.taken) assert.equal(isMailAddress(text), true, JSON.stringify(text));
    for (const text of mailAddresses.refused) assert.equal(isMailAddress(text), false, JSON.stringify(text));
  });

  it('order quantities by their value, not by their text', () => {
    const texts = ['-1', '0', '1n', '1m', '0.5', '1', '1e3', '1Ki', '1M', '1Mi', '1e400', '1e500'];
    const quantities = texts.flatMap((text) => parseQuantity(text) ?? []);
    assert.equal(quantities.length, texts.length);
    for (const [i, a] of quantities.entries()) {
      for (const [j, b] of quantities.entries()) {
        assert.equal(Math.sign(compareQuantities(a, b)), Math.sign(i - j), `${texts[i]} ${texts[j]}`);
      }
    }
  });
});
