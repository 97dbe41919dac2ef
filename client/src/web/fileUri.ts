import { Uri } from 'vscode';

/** Documents of the editor itself are not workspace files. */
const ownSchemes: ReadonlySet<string> = new Set(['untitled', 'kubecompat', 'kubecompat-preview', 'output', 'git']);

/**
 * The URI of a document for a server in a browser: `vscode-vfs://github/owner/name/a.yaml` is the file
 * `/vscode-vfs+github/owner/name/a.yaml`, so that file handling works.
 */
export function toServer(uri: Uri): Uri {
  if (ownSchemes.has(uri.scheme)) return uri;
  return Uri.from({ scheme: 'file', path: `/${uri.scheme}+${encodeURIComponent(uri.authority)}${uri.path}` });
}

/** The inverse. */
export function fromServer(text: string): Uri {
  const uri = Uri.parse(text);
  const [, scheme, authority = '', path] = /^\/([^/]+)\+([^/+]*)(\/.*)$/.exec(uri.path) ?? [];
  if (uri.scheme !== 'file' || scheme === undefined || path === undefined) return uri;
  return Uri.from({ scheme, authority: decodeURIComponent(authority), path });
}
