import type { Finding } from '../finding.ts';
import { locate } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
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
  const isUncertain = ({ code, consequence, path, span }: Finding): boolean => {
    if (!refusals.has(consequence)) return false;
    // A key may be filled in as well as a value.
    if (isFilledIn(text.slice(span.start, span.end))) return true;
    const { node, exact } = locate(resource.root, path);
    if (!exact) return false;
    return node.kind === 'scalar'
      ? typeof node.value === 'string' && isFilledIn(node.value)
      : // A wrong label is told at all labels; but a variable in braces may be anywhere in a map, as a part of a command.
        code === 'invalid-value' && isMarked(text.slice(node.start, node.end));
  };
  if (!verdicts.some(({ findings }) => findings.some(isUncertain))) return verdicts;
  return verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.filter((finding) => !isUncertain(finding)),
  }));
}
