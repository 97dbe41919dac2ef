import { Uri } from 'vscode';

/** What the editor makes itself is no file of a workspace. */
const ownSchemes: ReadonlySet<string> = new Set(['untitled', 'kubecompat', 'kubecompat-preview', 'output', 'git']);

/**
 * The URI that a server in a browser knows a document by: `vscode-vfs://github/owner/name/a.yaml` is the file
 * `/vscode-vfs+github/owner/name/a.yaml` to it, so that everything about files is true of it.
 */
export function toServer(uri: Uri): Uri {
  if (ownSchemes.has(uri.scheme)) return uri;
  return Uri.from({ scheme: 'file', path: `/${uri.scheme}+${encodeURIComponent(uri.authority)}${uri.path}` });
}

/** The other way round. */
export function fromServer(text: string): Uri {
  const uri = Uri.parse(text);
  const [, scheme, authority = '', path] = /^\/([^/]+)\+([^/+]*)(\/.*)$/.exec(uri.path) ?? [];
  if (uri.scheme !== 'file' || scheme === undefined || path === undefined) return uri;
  return Uri.from({ scheme, authority: decodeURIComponent(authority), path });
}
