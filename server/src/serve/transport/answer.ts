import type { Value, ValueMap } from '../../conversion/value.ts';

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  /** JSON data, or text or bytes with their type. */
  readonly body: ValueMap | RawBody;
  /** The texts of Warning headers. */
  readonly warnings?: readonly string[];
}

/** A body that is not JSON data. */
export class RawBody {
  readonly type: string;
  readonly content: string | Uint8Array;

  constructor(type: string, content: string | Uint8Array) {
    this.type = type;
    this.content = content;
  }
}

/** A refusal, as a `Status` of `meta.v1`. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly details: ValueMap | undefined;
  readonly warnings: readonly string[];

  /**
   * @param reason `StatusReason`, in the words of k8s.io/apimachinery pkg/apis/meta/v1/types.go.
   */
  constructor(
    status: number,
    reason: string,
    message: string,
    details: ValueMap | undefined = undefined,
    warnings: readonly string[] = [],
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.warnings = warnings;
  }

  /** The refusal with other warnings. */
  withWarnings(warnings: readonly string[]): Refusal {
    return new Refusal(this.status, this.reason, this.message, this.details, warnings);
  }

  /** The answer that clients get. */
  get answer(): Answer {
    const { status, reason, message, details, warnings } = this;
    const body: ValueMap = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code: status,
    };
    return { status, body, warnings };
  }
}

/** The refusal of a body or parameter that cannot be read. */
export function badRequest(message: string, warnings: readonly string[] = []): Refusal {
  return new Refusal(400, 'BadRequest', message, undefined, warnings);
}

/** The refusal of a path that is not served (`NewGenericServerResponse` in k8s.io/apimachinery pkg/api/errors). */
export function pathNotFound(): Refusal {
  return new Refusal(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** The refusal of a request that a real server would answer and this one does not. */
export function notImplemented(what: string): Refusal {
  return new Refusal(501, 'NotImplemented', `kubecompat serve does not answer ${what}`);
}

/** JSON of data whose whole numbers may be bigints. */
export function jsonOf(value: Value): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Only bigints throw.
    return withBigints(value);
  }
}

function withBigints(value: Value): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(withBigints).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${withBigints(item)}`)
    .join(',')}}`;
}
