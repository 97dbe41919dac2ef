/** What an ApplicationSet fills into its template, by names with dots; what nobody can tell is not there. */
export type Parameters = ReadonlyMap<string, string>;

/** Stands for the name of the cluster that something is applied to, where it is for each that there is. */
export const eachCluster = '{cluster}';

/** Stands for what nobody can tell. */
export const anything = '*';

const place = /\{\{-?\s*(.*?)\s*-?\}\}/g;

/**
 * A text of a template, filled in. Names alone are: of what a function gives nothing is known.
 *
 * Source: `applicationset/utils/utils.go` of github.com/argoproj/argo-cd.
 */
export function filledIn(text: string, parameters: Parameters): string {
  return text.replaceAll(place, (_, inner: string) => parameters.get(nameIn(inner)) ?? anything);
}

/** `.path.basename` and `index .path.segments 1` of Go's templates, `path.basename` and `path[1]` of the plain ones. */
function nameIn(inner: string): string {
  const index = /^index\s+\.path\.segments\s+(\d+)$/.exec(inner);
  return index === null ? inner.replace(/^\./, '') : `path[${index[1]}]`;
}

/** What generators for folders and files give: the path in all its forms. */
export function parametersOfPath(path: string): readonly (readonly [string, string])[] {
  const segments = path.split('/');
  const base = segments.at(-1) ?? '';
  const normalized = base.toLowerCase().replace(/[^a-z0-9.-]/g, '-');
  return [
    ['path', path],
    ['path.path', path],
    ['path.basename', base],
    ['path.basenameNormalized', normalized],
    ...segments.map((segment, index) => [`path[${index}]`, segment] as const),
  ];
}
