import { LineSplitter } from '../text/lineSplitter.ts';
import { type AuditEvent, auditEventsIn } from './auditEvents.ts';
import { objectAt, textAt } from './json.ts';

/** The number of a client's requests for an API in an audit log. */
export interface AuditedUse {
  readonly group: string;
  readonly version: string;
  /** The name in URLs: `ingresses`. */
  readonly resource: string;
  readonly subresource: string;
  readonly verb: string;
  readonly user: string;
  readonly userAgent: string;
  readonly count: number;
  /** The time of the last request as logged; '' if absent. */
  readonly lastSeen: string;
  /** The server's own word, in the annotation `k8s.io/removed-release`. */
  readonly removedRelease: string | undefined;
}

/** The summary of an audit log. */
export interface AuditSummary {
  /** The most frequent first. */
  readonly uses: readonly AuditedUse[];
  readonly lines: number;
  /** Lines, or indented values, without an event: truncated, not JSON, of another kind, or too long. */
  readonly broken: number;
  /** The location of the first one, whose line is counted from 1; undefined if there is none. */
  readonly firstBroken: { readonly file: string; readonly line: number } | undefined;
  /** Requests outside of API objects, such as `/healthz`. */
  readonly others: number;
  /** Requests without a row, because the number of rows is limited. */
  readonly unspecified: number;
}

/** Services that collect logs export many events in one value. */
const longestLine = 64 * 1024 * 1024;
const maxUses = 50_000;
const longestText = 300;

interface Tally extends Omit<AuditedUse, 'count' | 'lastSeen' | 'removedRelease'> {
  count: number;
  lastSeen: string;
  removedRelease: string | undefined;
}

/**
 * Reads an audit log of kube-apiserver in pieces: one event of `audit.k8s.io` as JSON per line, or the exports of services
 * that collect logs, a value per line or indented. Memory grows with the number of clients and the largest value, not with
 * the log. Contents of requests are not kept.
 */
export class AuditLog {
  readonly #uses = new Map<string, Tally>();
  readonly #splitter = new LineSplitter(longestLine, (line) => this.#line(line));
  #lines = 0;
  #broken = 0;
  #others = 0;
  #untold = 0;
  #file = '';
  #lineInFile = 0;
  #firstBroken: AuditSummary['firstBroken'];
  /** An indented value so far; undefined outside of one. */
  #indented: { readonly close: string; readonly line: number; readonly lines: string[]; length: number } | undefined;

  /** Begins the next file; the last line of the one before is whole. */
  begin(file: string): void {
    this.#finish();
    this.#file = file;
    this.#lineInFile = 0;
  }

  /** Takes the next piece of the log, which may begin and end anywhere. */
  push(piece: string): void {
    this.#splitter.push(piece);
  }

  /** The summary of the log, including its last line. */
  summary(): AuditSummary {
    this.#finish();
    const all = [...this.#uses.values()].map((use): AuditedUse => ({ ...use, count: Math.max(1, use.count) }));
    const uses = all.sort((a, b) => b.count - a.count || (titleOf(a) < titleOf(b) ? -1 : 1));
    const [lines, broken, others, unspecified] = [this.#lines, this.#broken, this.#others, this.#untold];
    return { uses, lines, broken, firstBroken: this.#firstBroken, others, unspecified };
  }

  #finish(): void {
    this.#splitter.finish();
    if (this.#indented !== undefined) this.#value(undefined, this.#indented.line);
    this.#indented = undefined;
  }

  #line(line: string | undefined): void {
    this.#lineInFile++;
    const value = this.#indented;
    if (value === undefined) {
      const opening = line === undefined ? undefined : /^(\s*)\{\s*$/.exec(line);
      if (opening?.[1] !== undefined) {
        this.#indented = { close: `${opening[1]}}`, line: this.#lineInFile, lines: ['{'], length: 0 };
        return;
      }
      // The brackets around indented values, and empty lines.
      if (line === undefined || !/^\s*[[\]]?\s*$/.test(line)) this.#value(line, this.#lineInFile);
      return;
    }
    value.lines.push(line ?? '');
    value.length += line?.length ?? longestLine;
    const isClosed = line?.trimEnd().replace(/,$/, '') === value.close;
    if (!isClosed && value.length < longestLine) return;
    this.#indented = undefined;
    this.#value(isClosed ? [...value.lines.slice(0, -1), '}'].join('\n') : undefined, value.line);
  }

  /** Takes a line or a value, undefined if it cannot be read. */
  #value(text: string | undefined, line: number): void {
    this.#lines++;
    const events = text === undefined ? [] : auditEventsIn(text);
    for (const event of events) this.#event(event);
    if (events.length > 0) return;
    this.#broken++;
    this.#firstBroken ??= { file: this.#file, line };
  }

  /** A policy may log each stage of a request: complete ones count, and a long-running watch counts once. */
  #event(event: AuditEvent): void {
    const stage = textAt(event, 'stage');
    if (stage === 'RequestReceived') return;
    const reference = objectAt(event, 'objectRef');
    const [version, resource] = [textAt(reference, 'apiVersion'), textAt(reference, 'resource')];
    if (version === undefined || resource === undefined) {
      this.#others++;
      return;
    }
    const named = {
      group: short(textAt(reference, 'apiGroup')),
      version: short(version),
      resource: short(resource),
      subresource: short(textAt(reference, 'subresource')),
      verb: short(textAt(event, 'verb')),
      user: short(textAt(objectAt(event, 'user'), 'username')),
      userAgent: short(textAt(event, 'userAgent')),
    };
    const found = this.#tally(named);
    if (found === undefined) return;
    if (stage !== 'ResponseStarted') found.count++;
    const seen = short(textAt(event, 'requestReceivedTimestamp') ?? textAt(event, 'stageTimestamp'));
    if (seen > found.lastSeen) found.lastSeen = seen;
    found.removedRelease ??= textAt(objectAt(event, 'annotations'), 'k8s.io/removed-release');
  }

  #tally(named: Omit<Tally, 'count' | 'lastSeen' | 'removedRelease'>): Tally | undefined {
    const key = Object.values(named).join('\0');
    const known = this.#uses.get(key);
    if (known !== undefined) return known;
    if (this.#uses.size >= maxUses) {
      this.#untold++;
      return undefined;
    }
    const tally: Tally = { ...named, count: 0, lastSeen: '', removedRelease: undefined };
    this.#uses.set(key, tally);
    return tally;
  }
}

function titleOf({ group, version, resource, user, userAgent, verb }: AuditedUse): string {
  return [group, resource, version, user, userAgent, verb].join(' ');
}

function short(text: string | undefined): string {
  return (text ?? '').slice(0, longestText);
}
