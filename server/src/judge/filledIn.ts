import type { Finding } from '../finding.ts';
import { locate } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Verdict } from './analysis.ts';

/** Whether a text holds a variable in braces, as `envsubst` and Flux's `postBuild` fill it in: `${PORT}`, `${PORT:=80}`. */
function holdsVariable(text: string): boolean {
  return /\$\{[A-Za-z_]\w*(?:\}|:?[-=?+])/.test(text);
}

/** The refusals that a value is the reason of. */
const refusals: ReadonlySet<Finding['consequence']> = new Set(['undecodable', 'invalid']);

/**
 * The verdicts without what is wrong with values that are filled in before the object is sent: nobody knows what they will
 * be. The same array where there is nothing of the kind.
 *
 * @param text the file.
 */
export function withoutFilledIn(text: string, resource: Resource, verdicts: readonly Verdict[]): readonly Verdict[] {
  if (!holdsVariable(text)) return verdicts;
  const isFilledIn = ({ consequence, path }: Finding): boolean => {
    if (!refusals.has(consequence)) return false;
    const { node, exact } = locate(resource.root, path);
    return exact && node.kind === 'scalar' && typeof node.value === 'string' && holdsVariable(node.value);
  };
  let changed = false;
  const kept = verdicts.map((verdict) => {
    const findings = verdict.findings.filter((finding) => !isFilledIn(finding));
    changed ||= findings.length < verdict.findings.length;
    return { ...verdict, findings };
  });
  return changed ? kept : verdicts;
}
