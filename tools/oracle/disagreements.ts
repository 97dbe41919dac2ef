/** Where an answer of a server and ours are not the same. */
export interface Disagreement {
  /** The compared property, or the code of the contradicted finding. */
  readonly rule: string;
  /** The same for disagreements of the same kind: a kind and the shape of a path. */
  readonly about: string;
  readonly detail: string;
  readonly setting: string;
  /** Whether we refuse what the server accepts. */
  readonly isFalseAlarm?: boolean;
  /** Its fixture, if possible. */
  readonly fixture?: FixtureParts;
}

/** The parts of a fixture. */
export interface FixtureParts {
  readonly target: string;
  readonly text: string;
  /** The server's answer, one line each. */
  readonly server: readonly string[];
  /** The correct findings, and the missed ones, as lines below their line (0-based). */
  readonly annotations: readonly (readonly [line: number, text: string])[];
}

/** All disagreements of one rule about one thing. */
export interface DisagreementGroup {
  readonly rule: string;
  readonly about: string;
  readonly count: number;
  readonly settings: readonly string[];
  /** The one with the shortest text. */
  readonly example: Disagreement;
}

/** Groups disagreements by rule and subject: false alarms first, then the most frequent. */
export function grouped(all: readonly Disagreement[]): readonly DisagreementGroup[] {
  const groups = new Map<string, Disagreement[]>();
  for (const disagreement of all) {
    const key = JSON.stringify([disagreement.rule, disagreement.about]);
    groups.set(key, [...(groups.get(key) ?? []), disagreement]);
  }
  const found = [...groups.values()].flatMap((members): DisagreementGroup[] => {
    const [example] = [...members].sort((a, b) => lengthOf(a) - lengthOf(b));
    if (example === undefined) return [];
    const settings = [...new Set(members.map(({ setting }) => setting))];
    return [{ rule: example.rule, about: example.about, count: members.length, settings, example }];
  });
  return found.sort((a, b) => weight(b) - weight(a) || b.count - a.count || (a.about < b.about ? -1 : 1));
}

/** The groups for people, the worst first: a line for each rule with its total, and its groups below. */
export function groupsText(groups: readonly DisagreementGroup[], shown: number): string {
  const rules = new Map<string, DisagreementGroup[]>();
  for (const group of groups) rules.set(group.rule, [...(rules.get(group.rule) ?? []), group]);
  return [...rules]
    .flatMap(([rule, members]) => [
      `${rule}: ${members.reduce((sum, { count }) => sum + count, 0)}`,
      ...members.slice(0, shown).map(lineOf),
      ...(members.length > shown ? [`  … ${members.length - shown} more kinds of it`] : []),
    ])
    .join('\n');
}

function lineOf({ about, count, settings, example }: DisagreementGroup): string {
  const detail = example.detail.split('\n')[0]?.slice(0, 160) ?? '';
  return `  ${count} × ${about}${detail === '' ? '' : `: ${detail}`} (${settings.join(', ')})`;
}

function weight({ example }: DisagreementGroup): number {
  return example.isFalseAlarm === true ? 1 : 0;
}

function lengthOf({ fixture, detail }: Disagreement): number {
  return fixture?.text.length ?? detail.length;
}
