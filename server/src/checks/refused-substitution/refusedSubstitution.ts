import type { Finding, Fix } from '../../finding.ts';
import type { UnreadableVariable } from '../../kustomize/envsubst.ts';
import { disablingPaths } from '../../kustomize/filledResource.ts';
import { applierForm } from '../../kustomize/substitutions.ts';
import type { ScalarNode } from '../../manifest/node.ts';
import { mapsAt } from '../../manifest/nodesAt.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { entryOf, type FieldPath, formatPath } from '../../text/fieldPath.ts';
import { listedNames } from '../../text/listedNames.ts';
import type { Span } from '../../text/span.ts';
import type { Check } from '../check.ts';

const code = 'refused-substitution';

/** An expression in a value that Flux cannot read. */
export interface UnreadableValue extends UnreadableVariable {
  readonly node: ScalarNode;
  /** The value, as YAML reads it. */
  readonly value: string;
  readonly path: FieldPath;
}

/**
 * Variables that Flux refuses by their names. Expressions that it cannot read are found where it is known which objects
 * of Flux apply a file (`judge/withUnreadableVariables.ts`).
 */
export const refusedSubstitutions: Check = {
  codes: [
    {
      code,
      consequences: ['undecodable', 'build-dependent'],
      title: 'Flux cannot read a variable, and applies nothing',
    },
  ],
  resource({ resource: { root, part } }, emit) {
    const form = part === undefined ? applierForm(root) : undefined;
    if (form === undefined) return;
    for (const { node, path } of mapsAt(root, form.inline)) {
      for (const { key, keySpan } of node.entries) {
        if (variableName.test(key) || hasPlaceholder(key)) continue;
        emit({
          code,
          consequence: 'undecodable',
          path: formatPath(entryOf(path, key)),
          span: keySpan,
          message: `Flux refuses ${JSON.stringify(key)} as the name of a variable`,
          why: 'A name has letters, digits and underscores, and does not begin with a digit. With any other name, Flux applies none of the objects.',
          remedy: 'Rename the variable, here and where it is used.',
          source: 'github.com/fluxcd/pkg kustomize/kustomize_varsub.go, varSubstitution',
          fixes: () => [],
        });
      }
    }
  },
};

/** Source: varsubRegex in the same file. */
const variableName = /^[_A-Za-z][_A-Za-z0-9]*$/;

/**
 * The finding on an expression.
 *
 * @param text the file.
 * @param names the objects of Flux that refuse it.
 * @param isCertain whether nothing else applies the file.
 */
export function refusedSubstitution(
  { node, value, path, start, end, error }: UnreadableValue,
  text: string,
  names: readonly string[],
  isCertain: boolean,
): Finding {
  const written = value.slice(start, end);
  const shown = /^[^\n]*?(?:\}+|(?=\n)|$)/.exec(value.slice(start))?.[0] ?? written;
  const from = offsetOf(written, value.slice(0, start).split(written).length, node, text);
  const span = from === undefined ? node : { start: from, end: from + Math.max(shown.length, written.length) };
  return {
    code,
    consequence: isCertain ? 'undecodable' : 'build-dependent',
    path: formatPath(path),
    span: { start: span.start, end: span.end },
    message: `Flux cannot read ${shown.length > longest ? `${shown.slice(0, longest)}…` : shown}: ${error}`,
    why: `The variables here are filled in by ${listedNames(names)}. If it cannot read one, it applies none of its objects.`,
    remedy:
      'Write $${ for a literal ${, or give the object the annotation kustomize.toolkit.fluxcd.io/substitute: disabled.',
    source: 'github.com/fluxcd/pkg envsubst/parse/parse.go',
    dependsOn: [formatPath(path), ...disablingPaths],
    // Escaping the outer expression would leave the inner one.
    fixes: () => (from === undefined || written.lastIndexOf('${') > 0 ? [] : [escaped(from)]),
  };
}

/** The offset at which a value is written for the `count`th time; undefined if YAML writes it with escapes. */
function offsetOf(written: string, count: number, { start, end }: Span, text: string): number | undefined {
  let at = start - 1;
  for (let found = 0; found < count; found++) at = text.indexOf(written, at + 1);
  return at < start || at + written.length > end ? undefined : at;
}

function escaped(at: number): Fix {
  return {
    title: 'Write $${ for a literal text',
    kind: 'forced',
    edits: [{ span: { start: at, end: at }, newText: '$' }],
    left: ['check that only Flux applies this file: other tools keep both dollar signs'],
  };
}

/** Longer expressions are abbreviated. */
const longest = 40;
