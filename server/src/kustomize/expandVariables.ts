import type { ScalarValue } from '../manifest/node.ts';

/** The expansion of a text with variables. */
export interface Expanded {
  readonly value: ScalarValue;
  /** The names that it has. */
  readonly used: readonly string[];
}

/**
 * A text with the values of its variables, `$(NAME)`; a text that is just one variable becomes its value, with the
 * value's type. `$$` is `$`. An undeclared name stays as it is.
 *
 * Source: DoReplacements in `api/filters/refvar/expand.go` of sigs.k8s.io/kustomize.
 *
 * @param valueFor undefined for undeclared and unknown variables.
 */
export function expandVariables(text: string, valueFor: (name: string) => ScalarValue | undefined): Expanded {
  const used: string[] = [];
  const [, alone] = /^\$\(([^)]*)\)$/.exec(text) ?? [];
  if (alone !== undefined) return { value: valueFor(alone) ?? text, used: [alone] };
  const value = text.replace(/\$(?:\$|\(([^)]*)\))/g, (whole, name: string | undefined) => {
    if (name === undefined) return '$';
    used.push(name);
    const variableValue = valueFor(name);
    return variableValue === undefined ? whole : String(variableValue);
  });
  return { value, used };
}
