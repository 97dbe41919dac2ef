import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { judgeReview } from './judgeReviews.ts';
import { reviewPairs } from './review.ts';

interface Recorded {
  readonly name: string;
  readonly status: number;
  readonly says: string;
  readonly reviews: readonly unknown[];
}

const { rows }: { readonly rows: readonly Recorded[] } = JSON.parse(
  readFileSync(new URL('fixtures/recorded.json', import.meta.url), 'utf8'),
);

describe('responses of conversion webhooks that a real server accepted or refused', () => {
  for (const { name, status, says, reviews } of rows) {
    it(`${name}: ${status}`, () => {
      const files = reviews.map((review, i) => ({ file: `${i}.json`, text: JSON.stringify(review) }));
      const [pair] = reviewPairs(files);
      assert(pair !== undefined);
      const errors = judgeReview(pair).problems.filter(({ severity }) => severity === 'error');
      assert.equal(errors.length > 0, status !== 200, errors.map(({ message }) => message).join('; '));
      if (status === 200 || name === 'oldversion') return;
      const messages = errors.map(({ message }) =>
        message.replace(/^(convertedObjects\[0\]|the webhook refuses): /, ''),
      );
      assert(
        messages.some((each) => normalized(says).includes(normalized(each))),
        `${messages.join('; ')} is not in: ${says}`,
      );
    });
  }
});

/** The server names Go types and its own field paths; the rest must be equal. */
function normalized(text: string): string {
  return text
    .replace(/^the webhook /, '')
    .replace(/ of type .*(?= in converted)|, which is not an object,/, '')
    .replace(/, but is \S+ in converted object/, '')
    .replace(/metadata\.labels(?:\[[^\]]*\]|: Invalid value: "[^"]*"): /, '')
    .replaceAll(/ +/g, ' ');
}
