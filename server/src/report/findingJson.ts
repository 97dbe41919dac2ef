import type { Finding } from '../finding.ts';
import type { LineIndex } from '../text/lineIndex.ts';

/** A finding in the JSON of `plan` and `diff`. */
export function findingJson(
  { code, consequence, path, span, message, why, remedy, source }: Finding,
  lines: LineIndex,
) {
  return { code, consequence, path, range: lines.range(span), message, why, remedy, source };
}
