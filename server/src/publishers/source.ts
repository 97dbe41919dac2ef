import { SourceProblem } from './problem.ts';

/** The kinds of sources. */
export type SourceKind = 'folder' | 'git' | 'go' | 'npm' | 'helm' | 'oci' | 'url' | 'cluster' | 'project';

/** Where definitions are published, without a version. */
export interface Source {
  readonly kind: SourceKind;
  /** A path, a URL, a module, a package, a chart with its repository, a context, or the name of a known project. */
  readonly at: string;
  /** The file or folder with the definitions; undefined for all. */
  readonly path: string | undefined;
}

/** A source on a command line. */
export interface WrittenSource {
  readonly source: Source;
  /** A version, a tag or a branch; undefined for the newest. */
  readonly version: string | undefined;
}

const forms =
  'write NAME@VERSION of a known project, a path, git:URL//FOLDER@REF, go:MODULE@VERSION, npm:PACKAGE@VERSION, helm:REPOSITORY/CHART@VERSION, oci://HOST/CHART:VERSION, https://HOST/FILE, or cluster:CONTEXT';

/** Parses a source. Throws a {@link SourceProblem} for an invalid one. */
export function parseSource(written: string): WrittenSource {
  if (written === '' || /[\s\p{Cc}]/u.test(written)) throw new SourceProblem(`"${written}" is not a source`, forms);
  if (/^oci:\/\//.test(written)) return ociSource(written);
  if (/^https?:\/\//.test(written)) return urlSource(written);
  const prefix = /^(folder|file|git|go|npm|helm|cluster):(.*)$/s.exec(written);
  if (prefix !== null) return prefixed(prefix[1] ?? '', prefix[2] ?? '', written);
  if (/^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/.test(written)) return plain('folder', written);
  const project = /^([A-Za-z0-9][\w.-]*)(?:@([^@]+))?$/.exec(written);
  if (project === null) throw new SourceProblem(`"${written}" is not a source`, forms);
  return { source: { kind: 'project', at: project[1] ?? '', path: undefined }, version: project[2] };
}

/** Formats a source without its version; the inverse of {@link parseSource}. */
export function formatSource({ kind, at, path }: Source): string {
  const inside = path === undefined ? '' : `//${path}`;
  if (kind === 'project' || kind === 'url' || kind === 'oci') return `${at}${inside}`;
  if (kind === 'folder') return /^(?:\.{1,2}(?:\/|$)|\/|[A-Za-z]:[\\/])/.test(at) ? at : `./${at}`;
  return `${kind}:${at}${inside}`;
}

/** Formats a source with its version. */
export function formatWritten(source: Source, version: string): string {
  if (version === '') return formatSource(source);
  return `${formatSource(source)}${source.kind === 'oci' ? (version.startsWith('sha256:') ? '@' : ':') : '@'}${version}`;
}

/** The default name of an entry: the last specific word of the source. */
export function nameOfSource({ kind, at }: Source): string {
  const words = at.replace(/[?#].*$/s, '').split(/[\\/:]/);
  const last = words.findLast((word) => word !== '' && !(kind === 'go' && /^v\d+$/.test(word))) ?? kind;
  const stem = last.replace(/\.(?:git|ya?ml|json|tgz|zip|tar\.gz)$/, '').replace(/\.crds?$/, '');
  const name = stem.replaceAll(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' ? kind : name.slice(0, 100);
}

function plain(kind: SourceKind, at: string, version?: string): WrittenSource {
  return { source: { kind, at, path: undefined }, version };
}

function prefixed(prefix: string, reference: string, written: string): WrittenSource {
  if (reference === '' || reference.startsWith('-')) throw new SourceProblem(`"${written}" is not a source`, forms);
  switch (prefix) {
    case 'git':
      return gitSource(reference);
    case 'go':
    case 'npm':
      return packageSource(prefix, reference, written);
    case 'helm':
      return helmSource(reference, written);
    case 'cluster':
      return plain('cluster', reference);
    default:
      return plain('folder', reference);
  }
}

/** `https://HOST/REPOSITORY//FOLDER@REF`, `git@HOST:REPOSITORY@REF`, `../REPOSITORY@REF`. */
function gitSource(reference: string): WrittenSource {
  // A user may precede the host; a reference follows the path.
  const start = /^(?:[a-z+]+:\/\/[^/]*|[^/:@]+@[^/:]+:)/.exec(reference)?.[0] ?? '';
  const { front, version } = splitVersion(reference.slice(start.length));
  const { at, path } = splitPath(front);
  return { source: { kind: 'git', at: start + at, path }, version };
}

function packageSource(kind: 'go' | 'npm', reference: string, written: string): WrittenSource {
  // A scope of npm begins with `@`, like a version.
  const scope = reference.startsWith('@') ? '@' : '';
  const { front, version } = splitVersion(reference.slice(scope.length));
  const { at, path } = splitPath(front);
  const name = scope + at;
  const isName = kind === 'go' ? /^[\w.~-]+(?:\/[\w.~-]+)*$/ : /^(?:@[\w.~-]+\/)?[\w.~-]+$/;
  if (!isName.test(name) || name.split('/').includes('..'))
    throw new SourceProblem(`"${written}" is not a source`, forms);
  return { source: { kind, at: name, path }, version };
}

/** `https://HOST/REPOSITORY/CHART@VERSION`. */
function helmSource(reference: string, written: string): WrittenSource {
  if (reference.startsWith('oci://')) return ociSource(reference);
  const { front, version } = splitVersion(reference);
  if (!/^https?:\/\/[^/]+\/.*[^/]$/.test(front)) {
    throw new SourceProblem(`"${written}" is not a chart`, 'write helm:https://HOST/REPOSITORY/CHART@VERSION');
  }
  return { source: { kind: 'helm', at: front, path: undefined }, version };
}

/** `oci://HOST/REPOSITORY:TAG` or `oci://HOST/REPOSITORY@DIGEST`. */
function ociSource(written: string): WrittenSource {
  const found = /^(oci:\/\/[A-Za-z0-9.-]+(?::\d+)?\/[a-z0-9._/-]+?)(?::([\w][\w.+-]*)|@(sha256:[0-9a-f]{64}))?$/.exec(
    written,
  );
  if (found === null) {
    throw new SourceProblem(`"${written}" is not an OCI reference`, 'write oci://HOST/REPOSITORY:TAG');
  }
  // Tags have no plus sign; Helm writes an underscore for it.
  return plain('oci', found[1] ?? '', found[2]?.replaceAll('+', '_') ?? found[3]);
}

/** `https://HOST/FILE`, or `https://HOST/ARCHIVE//FOLDER`. */
function urlSource(written: string): WrittenSource {
  const start = /^https?:\/\/[^/]*/.exec(written)?.[0] ?? '';
  const { at, path } = splitPath(written.slice(start.length));
  return { source: { kind: 'url', at: start + at, path }, version: undefined };
}

function splitVersion(text: string): { readonly front: string; readonly version: string | undefined } {
  const at = text.lastIndexOf('@');
  const version = at <= 0 ? undefined : text.slice(at + 1);
  return version === undefined || version === ''
    ? { front: text, version: undefined }
    : { front: text.slice(0, at), version };
}

function splitPath(text: string): { readonly at: string; readonly path: string | undefined } {
  const at = text.indexOf('//');
  if (at < 0) return { at: text, path: undefined };
  const path = text.slice(at + 2).replace(/^\/+|\/+$/g, '');
  return { at: text.slice(0, at), path: path === '' ? undefined : path };
}
