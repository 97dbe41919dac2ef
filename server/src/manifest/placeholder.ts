/**
 * Whether a text holds a place that somebody fills in before it is an object: `${VAR}` and `$(params.x)`, `{{ x }}` and
 * `{% if %}`, `<< x >>`.
 */
export function hasPlaceholder(text: string): boolean {
  return /\$\{|\$\(|\{\{|\{%|<</.test(text);
}
