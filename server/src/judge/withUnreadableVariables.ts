import { refusedSubstitution, type UnreadableValue } from '../checks/refused-substitution/refusedSubstitution.ts';
import type { Finding } from '../finding.ts';
import { unreadableVariable } from '../kustomize/envsubst.ts';
import { isLeftAlone, mayBeFilled, type Substitution } from '../kustomize/filledResource.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';
import type { Verdict } from './analysis.ts';
import { appliedTo } from './withSubstitutions.ts';

/**
 * Adds findings on expressions that Flux cannot read. It substitutes in the text of the whole object, so that an
 * expression that is not closed may make others readable: then nothing is reported.
 *
 * @param text the file.
 */
export function withUnreadableVariables(
  resource: Resource,
  text: string,
  verdicts: readonly Verdict[],
  fillings: readonly Substitution[],
): readonly Verdict[] {
  if (resource.part !== undefined || !fillings.some(({ hasVariables }) => hasVariables)) return verdicts;
  if (isLeftAlone(resource.root)) return verdicts;
  const found = [...unreadableBelow(resource.root, undefined)];
  const unreadable = found.flatMap((variable) => (variable === 'unclear' ? [] : [variable]));
  if (unreadable.length === 0 || unreadable.length < found.length) return verdicts;
  return verdicts.map((verdict): Verdict => {
    const applied = appliedTo(verdict, fillings);
    const refusing = applied.filter(({ hasVariables }) => hasVariables).map(({ name }) => name);
    if (refusing.length === 0) return verdict;
    const added = unreadable.map(
      (variable): Finding => refusedSubstitution(variable, text, refusing, refusing.length === applied.length),
    );
    return { ...verdict, findings: [...verdict.findings, ...added].sort((a, b) => a.span.start - b.span.start) };
  });
}

function* unreadableBelow(node: Node, path: FieldPath): Iterable<UnreadableValue | 'unclear'> {
  if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) yield* unreadableBelow(item, itemOf(path, index));
    return;
  }
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      // YAML writes a colon after a key, which may be a part of an expression.
      if (mayBeFilled(key) && unreadableVariable(key) !== undefined) yield 'unclear';
      yield* unreadableBelow(value, fieldOf(path, key));
    }
    return;
  }
  if (typeof node.value !== 'string' || !mayBeFilled(node.value)) return;
  const found = unreadableVariable(node.value);
  if (found === 'unclear') yield found;
  else if (found !== undefined) yield { ...found, node, value: node.value, path };
}
