/** The first few of many names, as a phrase: `a, b and 3 more`. */
export function listedNames(names: readonly string[]): string {
  const shown = names.length > maxNames ? [...names.slice(0, maxNames), `${names.length - maxNames} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

const maxNames = 4;
