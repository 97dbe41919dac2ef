/** Reserved words of CEL: fields with these names cannot be selected unescaped. */
const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const replacements: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** Whether a name is one of CEL's reserved words. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

/**
 * The name by which expressions select a property; undefined if they cannot. Source: k8s.io/apiserver
 * pkg/cel/escaping.go.
 */
export function escapeName(name: string): string | undefined {
  if (!/^[a-zA-Z_.\-/][\w.\-/]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replaceAll(/__|[.\-/]/g, (found) => replacements[found] ?? found);
}
