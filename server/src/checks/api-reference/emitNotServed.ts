import type { ApiSurface } from '../../catalog/surface.ts';
import type { Finding, Fix } from '../../finding.ts';
import { replaceScalar } from '../../manifest/edit/replaceScalar.ts';
import type { ScalarNode } from '../../manifest/node.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { type FieldPath, formatPath } from '../../text/fieldPath.ts';
import { describeVersions } from '../apiFinding.ts';
import type { Emit } from '../check.ts';
import type { Reference } from './references.ts';

/** A scalar with the text that belongs there. */
export interface Replacement {
  readonly value: ScalarNode;
  readonly instead: string;
}

/** A value that names an unserved API. */
export interface NotServed {
  readonly value: ScalarNode;
  readonly path: FieldPath;
  /** The named API: `extensions/v1beta1 Deployment`. */
  readonly named: string;
  /** Why it is not served, in a clause. */
  readonly because: string;
  /** The consequence; from the data if undefined. */
  readonly effect?: string;
  readonly remedy: string;
  /** The replacement, here or in several fields; undefined if it is not certain. */
  readonly instead: string | readonly Replacement[] | undefined;
}

/** Reports a value that names an API the target does not serve. */
export function emitNotServed(what: NotServed, reference: Reference, surface: ApiSurface, emit: Emit): void {
  const { value, path, named, because, remedy, instead } = what;
  // Which API it is, is filled in later.
  if (hasPlaceholder(named)) return;
  emit({
    code: 'reference-not-served',
    consequence: 'advice',
    path: formatPath(path),
    span: { start: value.start, end: value.end },
    message: `This names ${named}, which the target does not serve`,
    why: `The target is ${describeVersions(surface)}; ${because}. ${what.effect ?? reference.effect}`,
    remedy,
    source: sourceOf(reference),
    fixes: () => fixesFor(typeof instead === 'string' ? [{ value, instead }] : (instead ?? []), reference.left),
  });
}

function fixesFor(replacements: readonly Replacement[], left: string | undefined): readonly Fix[] {
  const edits = replacements.flatMap(({ value, instead }) => replaceScalar(value, instead) ?? []);
  if (edits.length === 0 || edits.length < replacements.length) return [];
  const changes = replacements.map(({ value, instead }) => `${String(value.value)} to ${instead || '""'}`);
  const title = `Change ${changes.join(' and ')}`;
  return left === undefined
    ? [{ title, kind: 'safe', edits, left: [] }]
    : [{ title: `${title} (review the result)`, kind: 'partial', edits, left: [`review ${left}`] }];
}

/** Where a reference's rule can be read. */
export function sourceOf({ source }: Reference): Finding['source'] {
  return source.startsWith('https://') ? source : `k8s.io/kubernetes ${source}`;
}
