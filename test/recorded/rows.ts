/** A recorded answer of a kube-apiserver, uncompressed. */
export interface RecordedRow {
  readonly name: string;
  readonly flags: readonly string[];
  readonly answer: Answer | Refusal | NeverReady;
}

/** The answer of a server that started. */
export interface Answer {
  readonly version: Readonly<Record<string, string>>;
  readonly served: readonly string[];
  readonly storageVersions: Readonly<Record<string, string>>;
  readonly features: Readonly<Record<string, Feature>>;
}

/** Stage and state of a feature in /metrics. */
export type Feature = readonly [stage: string, enabled: boolean];

/** The server refused to start. */
export interface Refusal {
  readonly error: string;
}

/** The server accepted the settings but exited later or never became ready. */
export interface NeverReady {
  readonly neverReady: true;
}

/** A file of recordings: answers as differences from `base`, with each distinct difference once in `parts`. */
export interface Recording {
  readonly binary: string;
  readonly base: Answer;
  readonly parts: readonly AnswerPart[];
  readonly rows: readonly CompactRow[];
}

/** How a part of an answer differs from the base: lines `+…` and `-…`, or changed keys with null for removed ones. */
export type AnswerPart = readonly string[] | Readonly<Record<string, string | Feature | null>>;

/** A row as it is in a file. */
export type CompactRow = { readonly name: string; readonly flags: readonly string[] } & (
  | CompactAnswer
  | Refusal
  | NeverReady
);

/** The index in `parts` for each part of an answer. */
interface CompactAnswer {
  readonly version: Answer['version'];
  readonly served: number;
  readonly storageVersions: number;
  readonly features: number;
}

/** The uncompressed rows of a file. */
export function allRows({ base, parts, rows }: Recording): readonly RecordedRow[] {
  return rows.map((row) => {
    const { name, flags } = row;
    if (!('served' in row)) {
      return { name, flags, answer: 'error' in row ? { error: row.error } : { neverReady: true } };
    }
    const served = new Set(base.served);
    for (const change of lines(parts[row.served])) {
      if (change.startsWith('+')) served.add(change.slice(1));
      else served.delete(change.slice(1));
    }
    const storageVersions = patched(base.storageVersions, parts[row.storageVersions], isText);
    const features = patched(base.features, parts[row.features], isFeature);
    return { name, flags, answer: { version: row.version, served: [...served].sort(), storageVersions, features } };
  });
}

/** Collects the distinct parts of answers. */
export class PartCollector {
  readonly all: AnswerPart[] = [];
  readonly #indices = new Map<string, number>();

  /** The compact form of an answer, from which {@link allRows} restores it. */
  compact(base: Answer, answer: Answer): CompactAnswer {
    const served = [
      ...answer.served.filter((line) => !base.served.includes(line)).map((line) => `+${line}`),
      ...base.served.filter((line) => !answer.served.includes(line)).map((line) => `-${line}`),
    ];
    return {
      version: answer.version,
      served: this.#indexOf(served),
      storageVersions: this.#indexOf(differences(base.storageVersions, answer.storageVersions)),
      features: this.#indexOf(differences(base.features, answer.features)),
    };
  }

  #indexOf(part: AnswerPart): number {
    const text = JSON.stringify(part);
    const index = this.#indices.get(text) ?? this.all.push(part) - 1;
    this.#indices.set(text, index);
    return index;
  }
}

function lines(part: AnswerPart | undefined): readonly string[] {
  return Array.isArray(part) ? part.filter(isText) : [];
}

function patched<T>(
  base: Readonly<Record<string, T>>,
  changes: AnswerPart | undefined,
  isValue: (value: unknown) => value is T,
): Record<string, T> {
  const result: Record<string, T> = { ...base };
  for (const [key, value] of Object.entries(changes ?? {})) {
    if (isValue(value)) result[key] = value;
    else delete result[key];
  }
  return result;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFeature(value: unknown): value is Feature {
  return Array.isArray(value);
}

function differences<T>(
  base: Readonly<Record<string, T>>,
  value: Readonly<Record<string, T>>,
): Record<string, T | null> {
  const result: Record<string, T | null> = {};
  for (const key of new Set([...Object.keys(base), ...Object.keys(value)])) {
    const now = value[key];
    if (JSON.stringify(now) !== JSON.stringify(base[key])) result[key] = now ?? null;
  }
  return result;
}
