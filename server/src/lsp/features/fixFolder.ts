import { join, sep } from 'node:path';
import type { CancellationToken, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { checkCodes } from '../../checks/checkCodes.ts';
import type { Finding, Fix } from '../../finding.ts';
import { type AppliedFix, applyFixes, type FixPolicy } from '../../fix.ts';
import { groupFindings } from '../../judge/groupFindings.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { discover, type FoundFile } from '../../workspace/disk/discover.ts';
import { lineEdits } from '../lineEdits.ts';
import type { FixFolderResult, FolderFix } from '../protocol.ts';
import type { Session } from '../session.ts';
import { filePathOf } from '../uris.ts';
import { filesInTurns } from './workspaceFiles.ts';

/** Which fixes are requested. */
export interface FixFolderInput {
  readonly folders: readonly string[];
  /** The version of a document that is open. */
  readonly openVersion: (uri: string) => number | undefined;
  /** Only these files, by URI; undefined for all. */
  readonly files: ReadonlySet<string> | undefined;
  /** Only findings of these codes; undefined for all. */
  readonly codes: ReadonlySet<string> | undefined;
  /** Only these fixes, by id; undefined for all. */
  readonly fixes: ReadonlySet<string> | undefined;
}

/**
 * Answers `kubecompat/fixFolder`: the safe fixes in the files below some folders, one by one, and the edit that applies
 * them. An open document's change is for the version that it was made for.
 */
export async function fixFolder(
  { workspace, targets }: Session,
  { folders, openVersion, files, codes, fixes }: FixFolderInput,
  token: CancellationToken,
): Promise<FixFolderResult> {
  const documentChanges: TextDocumentEdit[] = [];
  const found: FolderFix[] = [];
  let errorsLeft = 0;
  for await (const { path, uri } of filesInTurns(
    files === undefined ? discover(folders, targets.folder).files : namedFiles(files, folders),
    token,
  )) {
    const inputs = workspace.inputsOf(path);
    const content = workspace.textOf(path);
    if (inputs === undefined || !content.ok) continue;
    const { text } = content;
    const policy: FixPolicy = (finding, fix, origin) =>
      fix.kind === 'safe' &&
      codes?.has(finding.code) !== false &&
      fixes?.has(idOf(uri, finding, fix, origin)) !== false;
    const fixed = applyFixes(text, inputs, policy);
    errorsLeft += groupFindings(fixed.analysis, inputs.severity).filter(({ severity }) => severity === 'error').length;
    const edits = lineEdits(text, fixed.text);
    if (edits.length === 0) continue;
    const lines = new LineIndex(text);
    found.push(...fixesOf(uri, fixed.applied, lines));
    documentChanges.push({
      textDocument: { uri, version: openVersion(uri) ?? null },
      edits: edits.map(({ span, newText }) => ({ range: lines.range(span), newText })),
    });
  }
  const edit: WorkspaceEdit = { documentChanges };
  return { fixes: found, edit, errorsLeft, filesChanged: documentChanges.length };
}

/** The named files, in the folders: no search is needed. */
function namedFiles(uris: ReadonlySet<string>, folders: readonly string[]): readonly FoundFile[] {
  return [...uris].flatMap((uri) => {
    const path = filePathOf(uri);
    const isBelow =
      path !== undefined && folders.some((folder) => path === folder || path.startsWith(join(folder, sep)));
    return isBelow ? [{ path, file: path }] : [];
  });
}

/** The fixes applied to a file; equal ones of several targets or findings count once. */
function fixesOf(uri: string, applied: readonly AppliedFix[], lines: LineIndex): readonly FolderFix[] {
  const fixes = new Map<string, FolderFix>();
  for (const { finding, fix, resource, origin } of applied) {
    const id = idOf(uri, finding, fix, origin);
    if (fixes.has(id)) continue;
    const change = checkCodes.get(finding.code)?.title ?? finding.code;
    const name = resource === undefined ? '' : `${resource.kind} ${resource.name ?? ''}`.trim();
    fixes.set(id, {
      id,
      title: fix.title,
      resource: name,
      path: finding.path,
      change,
      uri,
      line: lines.position(origin).line,
    });
  }
  return [...fixes.values()];
}

/** Identifies a fix independent of fixes applied before it: by its position in the original text. */
function idOf(uri: string, { path }: Finding, { title }: Fix, origin: number): string {
  return JSON.stringify([uri, origin, path, title]);
}
