/* The used part of `node:path`, with `/` as separator and working folder. */

/** The path separator. */
export const sep = '/';

/** Whether a path begins at `/`. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

/** The path without its last part. */
export function dirname(path: string): string {
  const end = trimmed(path);
  const at = end.lastIndexOf('/');
  if (at < 0) return end === '' && path !== '' ? '/' : '.';
  return trimmed(end.slice(0, at)) || '/';
}

/** The last part of a path. */
export function basename(path: string): string {
  const end = trimmed(path);
  return end.slice(end.lastIndexOf('/') + 1);
}

/** The parts as one path, without `.` and `..` where that is possible. */
export function join(...parts: readonly string[]): string {
  const path = parts.filter((part) => part !== '').join('/');
  return path === '' ? '.' : normalize(path);
}

/** The absolute path, from the last absolute one on. */
export function resolve(...parts: readonly string[]): string {
  const from = parts.findLastIndex(isAbsolute);
  const path = normalize(`/${parts.slice(Math.max(0, from)).join('/')}`);
  return path === '/' ? path : trimmed(path);
}

/** The relative path from one path to another. */
export function relative(from: string, to: string): string {
  const origin = parts(resolve(from));
  const aim = parts(resolve(to));
  let same = 0;
  while (same < origin.length && origin[same] === aim[same]) same++;
  return [...origin.slice(same).map(() => '..'), ...aim.slice(same)].join('/');
}

function normalize(path: string): string {
  const absolute = isAbsolute(path);
  const kept: string[] = [];
  for (const part of parts(path)) {
    if (part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!absolute) kept.push(part);
  }
  const end = path.endsWith('/') && kept.length > 0 ? '/' : '';
  const inner = kept.join('/') + end;
  if (absolute) return `/${inner}`;
  if (inner !== '') return inner;
  return path.endsWith('/') ? './' : '.';
}

function parts(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '');
}
