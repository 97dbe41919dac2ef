import type { Finding } from '../finding.ts';
import type { LineIndex } from '../text/lineIndex.ts';

/** A finding as the reports of `plan` and `diff` have it. */
export function findingJson(
  { code, consequence, path, span, message, why, remedy, source }: Finding,
  lines: LineIndex,
) {
  return { code, consequence, path, range: lines.range(span), message, why, remedy, source };
}
