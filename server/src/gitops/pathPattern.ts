import { eachCluster } from './parameters.ts';

/** Whether a path has no placeholders. */
export function isCertainPath(path: string): boolean {
  return !/[*?[\]]|\{cluster\}|\$\{/.test(path);
}

/** The parts of a path that a pattern matched. */
export interface PatternMatch {
  /** The name of the cluster. */
  readonly cluster: string | undefined;
}

/**
 * Parses a path pattern, in which `*` and `?` match characters of one segment, `**` any segments, and `{cluster}` and
 * `${VAR}` a part of one.
 *
 * Source: `path.Match` of Go, and github.com/bmatcuk/doublestar for files, as in generators of Argo CD.
 */
export function pathPattern(pattern: string): (path: string) => PatternMatch | undefined {
  if ((pattern.match(/\*\*?|\$\{|\{cluster\}/g)?.length ?? 0) > maxOpen || pattern.length > longest)
    return () => undefined;
  let isNamed = false;
  const text = pattern.replace(/\*\*\/|\*\*|\*|\?|\{cluster\}|\$\{[^}]*\}|[\\^$.|+()[\]{}]/g, (part) => {
    switch (part) {
      case '**/':
        return '(?:[^/]+/)*';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case eachCluster: {
        const group = isNamed ? '\\k<cluster>' : '(?<cluster>[^/]+?)';
        isNamed = true;
        return group;
      }
      default:
        return part.startsWith('${') ? '[^/]*' : `\\${part}`;
    }
  });
  const expression = new RegExp(`^${text}$`);
  return (path) => {
    const match = expression.exec(path);
    return match === null ? undefined : { cluster: match.groups?.['cluster'] };
  };
}

/** The maximum number of wildcards: each slows down matching. */
const maxOpen = 8;
const longest = 1_000;
