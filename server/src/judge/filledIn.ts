import type { Finding } from '../finding.ts';
import { locate } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { isFilledIn, isMarked } from '../manifest/read/placeholder.ts';
import type { Verdict } from './analysis.ts';

/** The refusals that a value is the reason of. */
const refusals: ReadonlySet<Finding['consequence']> = new Set(['undecodable', 'invalid', 'release-dependent']);

/**
 * The verdicts without what is wrong with values that are filled in before the object is sent: nobody knows what they will
 * be. The same array where there is nothing of the kind.
 *
 * @param text the file.
 */
export function withoutFilledIn(text: string, resource: Resource, verdicts: readonly Verdict[]): readonly Verdict[] {
  const isUncertain = ({ code, consequence, path, span, message }: Finding): boolean => {
    if (!refusals.has(consequence)) return false;
    // A key may be filled in as well as a value.
    if (isFilledIn(text.slice(span.start, span.end))) return true;
    const { node, exact } = locate(resource.root, path);
    if (!exact) return false;
    if (node.kind === 'scalar') {
      return typeof node.value === 'string' && isFilledIn(node.value);
    }
    if (code !== 'invalid-value') return false;
    // A wrong label is told at all labels; but a variable in braces may be anywhere in a map, as a part of a command.
    if (isMarked(text.slice(node.start, node.end))) return true;
    return node.kind === 'map' && node.entries.some(({ value }) => isToldOf(value, message));
  };
  if (!verdicts.some(({ findings }) => findings.some(isUncertain))) return verdicts;
  return verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.filter((finding) => !isUncertain(finding)),
  }));
}

/** Whether what is wrong is a value that is filled in. */
function isToldOf(value: Node, message: string): boolean {
  return (
    value.kind === 'scalar' &&
    typeof value.value === 'string' &&
    isFilledIn(value.value) &&
    message.includes(value.value)
  );
}
