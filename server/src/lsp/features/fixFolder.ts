import type { CancellationToken, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { applyFixes, type FixPolicy, safeFixes } from '../../fix.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { lineEdits } from '../lineEdits.ts';
import type { Session } from '../session.ts';
import { filesInTurns } from './workspaceFiles.ts';

/** Which fixes are asked for. */
export interface FixFolderInput {
  readonly folders: readonly string[];
  /** The version of a document that is open. */
  readonly openVersion: (uri: string) => number | undefined;
  /** These files alone, by their URIs; undefined for all. */
  readonly files: ReadonlySet<string> | undefined;
  /** Findings of these codes alone; undefined for all. */
  readonly codes: ReadonlySet<string> | undefined;
}

const annotation = 'kubecompat';

/**
 * Answers `kubecompat/fixFolder`: the edit that applies every safe fix in the files below some folders. Each change asks
 * to be confirmed, so that the editor shows it first; an open document's change is for the version that it was made for.
 */
export async function fixFolder(
  { workspace, targets }: Session,
  { folders, openVersion, files, codes }: FixFolderInput,
  token: CancellationToken,
): Promise<WorkspaceEdit> {
  const documentChanges: TextDocumentEdit[] = [];
  const policy = codes === undefined ? safeFixes : safeFixesOf(codes);
  for await (const { path, uri } of filesInTurns(discover(folders, targets.folder).files, token)) {
    if (files?.has(uri) === false) continue;
    const inputs = workspace.inputsOf(path);
    const content = workspace.textOf(path);
    if (inputs === undefined || !content.ok) continue;
    const { text } = content;
    const fixed = applyFixes(text, inputs, policy);
    const edits = lineEdits(text, fixed.text);
    if (edits.length === 0) continue;
    const lines = new LineIndex(text);
    documentChanges.push({
      textDocument: { uri, version: openVersion(uri) ?? null },
      edits: edits.map(({ span, newText }) => ({ range: lines.range(span), newText, annotationId: annotation })),
    });
  }
  return {
    documentChanges,
    changeAnnotations: { [annotation]: { label: 'Safe fixes of Kubecompat', needsConfirmation: true } },
  };
}

function safeFixesOf(codes: ReadonlySet<string>): FixPolicy {
  return (finding, fix) => fix.kind === 'safe' && codes.has(finding.code);
}
