import { type Answer, displayedUrl, isPage } from './http.ts';
import { SourceProblem } from './problem.ts';

/** The JSON of an answer. Throws a {@link SourceProblem} for anything else. */
export function jsonIn(answer: Answer): unknown {
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'));
    return value;
  } catch {
    throw unexpected(answer, 'JSON');
  }
}

/** The problem of an unexpected answer. */
export function unexpected(answer: Answer, wanted: string): SourceProblem {
  const what = isPage(answer) ? 'an HTML page' : 'something else';
  const remedy = 'check the URL: a login page or a proxy may answer instead';
  return new SourceProblem(
    `${displayedUrl(new URL(answer.url))} answered with ${what}, and not with ${wanted}`,
    remedy,
  );
}
