import type { CancellationToken, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { applyFixes } from '../../fix.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { chartAround } from '../../workspace/charts/charts.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { lineEdits } from '../lineEdits.ts';
import type { TargetsOfFiles } from '../targets.ts';
import type { WorkspaceDefinitions } from '../workspaceDefinitions.ts';
import { filesInTurns, textOf } from './workspaceFiles.ts';

/** An open document as it stands in the editor. */
export interface OpenDocument {
  readonly version: number;
  readonly text: string;
}

/** What the fixes of a folder go by. */
export interface FixFolderInput {
  readonly folders: readonly string[];
  readonly targets: TargetsOfFiles;
  readonly definitions: WorkspaceDefinitions;
  readonly open: (uri: string) => OpenDocument | undefined;
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
  { folders, targets, definitions, open, files, codes }: FixFolderInput,
  token: CancellationToken,
): Promise<WorkspaceEdit> {
  const documentChanges: TextDocumentEdit[] = [];
  const kustomizations = new Kustomizations();
  for await (const { path, file, uri } of filesInTurns(discover(folders, targets.folder).files, token)) {
    if (files?.has(uri) === false) continue;
    const { surfaces, problems } = definitions.extend(targets.ofPath(path));
    if (problems.length > 0) continue;
    const document = open(uri);
    const content = textOf(path, document?.text);
    if (!content.ok) continue;
    const { text } = content;
    const wants = codes === undefined ? undefined : safeFixesOf(codes);
    const fixed = applyFixes(text, file, surfaces, wants, {
      chart: chartAround(path),
      context: kustomizations.contextOf(path),
    });
    const edits = lineEdits(text, fixed.text);
    if (edits.length === 0) continue;
    const lines = new LineIndex(text);
    documentChanges.push({
      textDocument: { uri, version: document?.version ?? null },
      edits: edits.map(({ span, newText }) => ({ range: lines.range(span), newText, annotationId: annotation })),
    });
  }
  return {
    documentChanges,
    changeAnnotations: { [annotation]: { label: 'Safe fixes of Kubecompat', needsConfirmation: true } },
  };
}

function safeFixesOf(codes: ReadonlySet<string>): Parameters<typeof applyFixes>[3] {
  return (finding, fix) => fix.kind === 'safe' && codes.has(finding.code);
}
