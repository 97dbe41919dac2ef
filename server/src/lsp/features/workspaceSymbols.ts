import { SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver/node';
import { uriOf } from '../uris.ts';
import type { KnownResource } from '../workspaceResources.ts';

/** The maximum length of a selection list. */
const maxSymbols = 500;

/** Answers `workspace/symbol`: the resources whose kind, name or namespace has the letters of the query, in their order. */
export function workspaceSymbols(resources: readonly KnownResource[], query: string): WorkspaceSymbol[] {
  const letters = query.toLowerCase().replace(/\s+/g, '');
  const found: WorkspaceSymbol[] = [];
  for (const { apiVersion, kind, name, namespace, path, range } of resources) {
    if (!hasLetters(`${kind}/${name}/${namespace ?? ''}/${apiVersion}`.toLowerCase(), letters)) continue;
    const containerName = namespace === undefined ? apiVersion : `${apiVersion}, namespace ${namespace}`;
    const location = { uri: uriOf(path), range };
    found.push({ name: `${kind} ${name}`, kind: SymbolKind.Class, containerName, location });
    if (found.length === maxSymbols) break;
  }
  return found;
}

function hasLetters(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
