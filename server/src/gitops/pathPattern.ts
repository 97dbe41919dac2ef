import { eachCluster } from './parameters.ts';

/** Whether a path is certain: nothing in it stands for something else. */
export function isCertainPath(path: string): boolean {
  return !/[*?[\]]|\{cluster\}|\$\{/.test(path);
}

/** What of a path a pattern means. */
export interface PatternMatch {
  /** What stands for the name of the cluster. */
  readonly cluster: string | undefined;
}

/**
 * Reads a pattern of paths, in which `*` and `?` stand for letters of one segment, `**` for any segments, and `{cluster}`
 * and `${VAR}` for a part of one.
 *
 * Source: `path.Match` of Go, and github.com/bmatcuk/doublestar for files, as generators of Argo CD use them.
 */
export function pathPattern(pattern: string): (path: string) => PatternMatch | undefined {
  if ((pattern.match(/\*\*?|\$\{|\{cluster\}/g)?.length ?? 0) > mostOpen || pattern.length > longest)
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

/** Nobody writes more of them, and each makes looking longer. */
const mostOpen = 8;
const longest = 1_000;
