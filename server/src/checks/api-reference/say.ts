import type { Finding, Fix } from '../../finding.ts';
import { replaceScalar } from '../../manifest/edit.ts';
import type { ScalarNode } from '../../manifest/node.ts';
import { type FieldPath, formatPath } from '../../text/fieldPath.ts';
import { describeVersions } from '../apiFinding.ts';
import type { Report, Subject } from '../check.ts';
import type { Reference } from './references.ts';

/** A value that names what is not served. */
export interface NotServed {
  readonly value: ScalarNode;
  readonly path: FieldPath;
  /** What is named: `extensions/v1beta1 Deployment`. */
  readonly named: string;
  /** Why it is not served, in a clause. */
  readonly because: string;
  /** What follows from it; what the data says where undefined. */
  readonly effect?: string;
  readonly remedy: string;
  /** What to write instead; undefined where that is not certain. */
  readonly instead: string | undefined;
}

/** Reports a value that names what the target does not serve. */
export function sayNotServed(what: NotServed, reference: Reference, subject: Subject, report: Report): void {
  const { value, path, named, because, remedy, instead } = what;
  report({
    code: 'reference-not-served',
    consequence: 'advice',
    path: formatPath(path),
    span: { start: value.start, end: value.end },
    message: `This names ${named}, which the target does not serve`,
    why: `The target is ${describeVersions(subject.surface)}; ${because}. ${what.effect ?? reference.effect}`,
    remedy,
    source: sourceOf(reference),
    fixes: instead === undefined ? [] : fixesFor(value, instead, reference.left),
  });
}

function fixesFor(value: ScalarNode, instead: string, left: string | undefined): readonly Fix[] {
  const edit = replaceScalar(value, instead);
  if (edit === undefined) return [];
  const title = `Change ${String(value.value)} to ${instead}`;
  return left === undefined
    ? [{ title, kind: 'safe', edits: [edit], left: [] }]
    : [{ title: `${title} (look it over)`, kind: 'partial', edits: [edit], left: [`look over ${left}`] }];
}

/** Where a reference's rule can be read. */
export function sourceOf({ source }: Reference): Finding['source'] {
  return source.startsWith('https://') ? source : `k8s.io/kubernetes ${source}`;
}
