import type { Node } from '../manifest/node.ts';
import { nearest } from '../text/nearest.ts';
import { severities } from './keys.ts';
import type { ConfigReader } from './reader.ts';
import type { SeverityLevel, SeverityLevels } from './severity.ts';

/**
 * Decodes levels by check code: `severity: { deprecated-api: information, stale-api: off }`.
 *
 * @param what names the map in problems.
 */
export function decodeSeverity(
  node: Node | undefined,
  codes: ReadonlySet<string>,
  reader: ConfigReader,
  what = 'severity',
): SeverityLevels {
  const levels = new Map<string, SeverityLevel>();
  if (node === undefined) return levels;
  for (const { key, keySpan, value } of reader.map(node, what, 'severity: { deprecated-api: information }')) {
    if (!codes.has(key)) {
      const close = nearest(key, codes, 1)[0];
      reader.problem(
        keySpan,
        `${what} names the unknown check code "${key}"`,
        close === undefined ? 'kubecompat explain lists the codes' : `did you mean ${close}?`,
      );
      continue;
    }
    const level = severities.find((severity) => value.kind === 'scalar' && severity === severityName(value.value));
    if (level !== undefined) levels.set(key, level);
    else
      reader.problem(
        value,
        `"${reader.written(value)}" is not a severity`,
        `the severities are ${severities.join(', ')}`,
      );
  }
  return levels;
}

/** YAML 1.1 reads `off` without quotes as false. */
function severityName(value: unknown): unknown {
  return value === false ? 'off' : value;
}
