import { LineSplitter } from '../text/lineSplitter.ts';
import { isObject, objectAt, textAt } from './json.ts';

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
  /** Lines that are not an event: truncated, not JSON, of another kind, or longer than any event. */
  readonly broken: number;
  /** The location of the first one, whose line is counted from 1; undefined if there is none. */
  readonly firstBroken: { readonly file: string; readonly line: number } | undefined;
  /** Requests outside of API objects, such as `/healthz`. */
  readonly others: number;
  /** Requests without a row, because the number of rows is limited. */
  readonly unspecified: number;
}

/** An event contains an object at most twice, and etcd limits the size of objects. */
const longestLine = 8 * 1024 * 1024;
const maxUses = 50_000;
const longestText = 300;

interface Tally extends Omit<AuditedUse, 'count' | 'lastSeen' | 'removedRelease'> {
  count: number;
  lastSeen: string;
  removedRelease: string | undefined;
}

/**
 * Reads an audit log of kube-apiserver, one event of `audit.k8s.io` as JSON per line, in pieces: memory grows with the
 * number of clients, not with the log. Contents of requests are not kept.
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

  /** Begins the next file; the last line of the one before is whole. */
  begin(file: string): void {
    this.#splitter.finish();
    this.#file = file;
    this.#lineInFile = 0;
  }

  /** Takes the next piece of the log, which may begin and end anywhere. */
  push(piece: string): void {
    this.#splitter.push(piece);
  }

  /** The summary of the log, including its last line. */
  summary(): AuditSummary {
    this.#splitter.finish();
    const all = [...this.#uses.values()].map((use): AuditedUse => ({ ...use, count: Math.max(1, use.count) }));
    const uses = all.sort((a, b) => b.count - a.count || (titleOf(a) < titleOf(b) ? -1 : 1));
    const [lines, broken, others, unspecified] = [this.#lines, this.#broken, this.#others, this.#untold];
    return { uses, lines, broken, firstBroken: this.#firstBroken, others, unspecified };
  }

  #line(line: string | undefined): void {
    this.#lineInFile++;
    if (line?.trim() === '') return;
    this.#lines++;
    const event = line === undefined ? undefined : parse(line);
    if (event !== undefined) {
      this.#event(event);
      return;
    }
    this.#broken++;
    this.#firstBroken ??= { file: this.#file, line: this.#lineInFile };
  }

  /** A policy may log each stage of a request: complete ones count, and a long-running watch counts once. */
  #event(event: Readonly<Record<string, unknown>>): void {
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

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isObject(event) &&
    textAt(event, 'kind') === 'Event' &&
    /^audit\.k8s\.io\//.test(textAt(event, 'apiVersion') ?? '')
    ? event
    : undefined;
}

function titleOf({ group, version, resource, user, userAgent, verb }: AuditedUse): string {
  return [group, resource, version, user, userAgent, verb].join(' ');
}

function short(text: string | undefined): string {
  return (text ?? '').slice(0, longestText);
}
