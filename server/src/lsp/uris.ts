import { URI } from 'vscode-uri';
import { remoteChartScheme } from './protocol.ts';

/** The path of a document for the façade: with `/`, whatever the scheme. An invalid URI is its own path. */
export function pathOf(uri: string): string {
  return parsedUri(uri)?.path ?? uri;
}

/** The path on disk; undefined for documents that are not files. */
export function filePathOf(uri: string): string | undefined {
  const parsed = parsedUri(uri);
  return parsed?.scheme === 'file' ? parsed.fsPath : undefined;
}

/** The file that installs the chart that a document shows; undefined for other documents. */
export function installerPathOf(uri: string): string | undefined {
  const parsed = parsedUri(uri);
  return parsed?.scheme === remoteChartScheme ? parsed.fsPath : undefined;
}

/** The URI of a path on disk. */
export function uriOf(path: string): string {
  return URI.file(path).toString();
}

/** A parsed URI; undefined if invalid. */
export function parsedUri(uri: string): URI | undefined {
  try {
    return URI.parse(uri);
  } catch {
    return undefined;
  }
}

/** The absolute paths of those URIs that are files. */
export function filePathsOf(uris: readonly string[]): readonly string[] {
  return uris.flatMap((uri) => filePathOf(uri) ?? []);
}
