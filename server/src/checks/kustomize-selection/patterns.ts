import { goRegexpProblem } from '../../formats/goRegexp.ts';
import { entryFor, type MapNode } from '../../manifest/node.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { type FieldPath, fieldOf, formatPath } from '../../text/fieldPath.ts';
import type { Emit } from '../check.ts';
import { kustomizeFinding } from '../kustomizeFinding.ts';

const fields: readonly string[] = ['group', 'version', 'kind', 'name', 'namespace'];

/**
 * Judges the regular expressions of a selector.
 *
 * Source: NewSelectorRegex in `api/types/selector.go` of sigs.k8s.io/kustomize.
 */
export function judgePatterns(selector: MapNode, path: FieldPath, emit: Emit): void {
  for (const field of fields) {
    const node = entryFor(selector, field)?.value;
    if (node?.kind !== 'scalar' || typeof node.value !== 'string' || hasPlaceholder(node.value)) continue;
    const problem = goRegexpProblem(node.value);
    if (problem === undefined) continue;
    emit(
      kustomizeFinding({
        code: 'malformed-selector',
        consequence: 'undecodable',
        path: formatPath(fieldOf(path, field)),
        span: { start: node.start, end: node.end },
        message: `"${node.value}" is not a valid regular expression: ${problem}`,
        why: 'Group, version, kind, name and namespace of a selector are Go regular expressions; with an invalid one, Kustomize builds nothing.',
        remedy: 'Fix the expression; put a backslash before literal special characters.',
        source: 'api/types/selector.go, NewSelectorRegex',
      }),
    );
  }
}
