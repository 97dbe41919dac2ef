/** The template parameters of an ApplicationSet, by names with dots; unknown ones are absent. */
export type Parameters = ReadonlyMap<string, string>;

/** Represents the name of the destination cluster, for generators over all clusters. */
export const eachCluster = '{cluster}';

/** Represents an unknown part. */
export const unknownPart = '*';

const placeholder = /\{\{-?\s*(.*?)\s*-?\}\}/g;

/**
 * A template text with its parameters. Only names are replaced: the results of functions are unknown.
 *
 * Source: `applicationset/utils/utils.go` of github.com/argoproj/argo-cd.
 */
export function substituteParameters(text: string, parameters: Parameters): string {
  return text.replaceAll(placeholder, (_, inner: string) => parameters.get(nameIn(inner)) ?? unknownPart);
}

/** `.path.basename` and `index .path.segments 1` of Go's templates, `path.basename` and `path[1]` of the plain ones. */
function nameIn(inner: string): string {
  const index = /^index\s+\.((?:\w+\.)?path)\.segments\s+(\d+)$/.exec(inner);
  return index === null ? inner.replace(/^\./, '') : `${index[1]}[${index[2]}]`;
}

/**
 * The parameters of folder and file generators: the path in all its forms.
 *
 * @param prefix of their names; '' for none.
 */
export function parametersOfPath(path: string, prefix: string): readonly (readonly [string, string])[] {
  const segments = path.split('/');
  const base = segments.at(-1) ?? '';
  const normalized = base.toLowerCase().replace(/[^a-z0-9.-]/g, '-');
  const parameters = [
    ['path', path],
    ['path.path', path],
    ['path.basename', base],
    ['path.basenameNormalized', normalized],
    ...segments.map((segment, index) => [`path[${index}]`, segment] as const),
  ] as const;
  return parameters.map(([name, value]) => [prefix === '' ? name : `${prefix}.${name}`, value]);
}
