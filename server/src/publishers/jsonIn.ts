import { type Answer, displayedUrl, isPage } from './http.ts';
import { SourceProblem } from './problem.ts';

/** The JSON of an answer. Throws a {@link SourceProblem} for other content. */
export function jsonIn(answer: Answer): unknown {
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'));
    return value;
  } catch {
    throw unexpected(answer, 'JSON');
  }
}

/** The problem of an answer with unexpected content. */
export function unexpected(answer: Answer, expected: string): SourceProblem {
  const actual = isPage(answer) ? 'an HTML page' : 'something else';
  const remedy = 'check the URL: a login page or a proxy may answer instead';
  return new SourceProblem(
    `${displayedUrl(new URL(answer.url))} answered with ${actual}, and not with ${expected}`,
    remedy,
  );
}
