import { join, resolve } from 'node:path';
import { AuditLog, type AuditSummary } from '../../live/auditLog.ts';
import { count } from '../../report/wrap.ts';
import { readPieces } from '../../workspace/disk/readPieces.ts';
import { readFolder, statOf } from '../../workspace/disk/trackedFs.ts';
import type { Terminal } from '../output/terminal.ts';

/** What was read of audit logs. */
export interface ReadAuditLogs {
  readonly summary: AuditSummary;
  /** Whether every file was read completely. */
  readonly isWhole: boolean;
  /** Whether files were named and none has an event; reported. */
  readonly isUnread: boolean;
}

/**
 * Reads audit logs of kube-apiserver piece by piece: files, packed with gzip or not, and folders with the files that were
 * rotated. Unreadable files are reported, and the rest is read.
 */
export async function readAuditLogs(paths: readonly string[], terminal: Terminal): Promise<ReadAuditLogs> {
  const log = new AuditLog();
  let isWhole = true;
  for (const file of paths.flatMap((path) => logsAt(path, terminal.cwd))) {
    log.begin(file);
    terminal.status?.(`reading ${file} ...`);
    const problem = await readPieces(resolve(terminal.cwd, file), (piece) => log.push(piece));
    terminal.status?.('');
    if (problem === undefined) continue;
    terminal.problem(`${file} ${problem.message}`, problem.remedy);
    isWhole = false;
  }
  const summary = log.summary();
  const { lines, broken, firstBroken } = summary;
  const isUnread = paths.length > 0 && lines === broken;
  if (isUnread && isWhole) {
    const remedy = 'name audit logs of kube-apiserver in JSON, or exports of services that collect them';
    terminal.problem(`no audit event could be read from ${paths.join(', ')}`, remedy);
  } else if (broken > 0) {
    const location = firstBroken === undefined ? '' : `, the first is ${firstBroken.file}:${firstBroken.line}`;
    terminal.problem(
      `${count(broken, 'line')} of the audit log could not be read${location}`,
      'the other lines were read',
    );
  }
  return { summary, isWhole, isUnread };
}

/** The file itself, or the logs in a folder, in the order of their names: those that were rotated have their time in it. */
function logsAt(path: string, cwd: string): readonly string[] {
  try {
    if (statOf(resolve(cwd, path))?.isDirectory() !== true) return [path];
    const found = readFolder(resolve(cwd, path)).flatMap(({ name }) => (logName.test(name) ? [name] : []));
    return found.sort().map((name) => join(path, name));
  } catch {
    // Reading it reports why it cannot be read.
    return [path];
  }
}

const logName = /\.(?:log|jsonl?)(?:\.gz)?$/;
