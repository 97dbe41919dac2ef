import { URI } from 'vscode-uri';

/** The path of a document as the façade wants it: with `/`, whatever the scheme. */
export function pathOf(uri: string): string {
  return URI.parse(uri).path;
}

/** The path on disk; undefined for documents that are not files. */
export function filePathOf(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : undefined;
}

/** The URI of a path on disk. */
export function uriOf(path: string): string {
  return URI.file(path).toString();
}
