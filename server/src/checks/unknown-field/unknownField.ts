import type { ApiType } from '../../catalog/types.ts';
import type { UnknownField } from '../../decode/decoded.ts';
import { type Finding, type Fix, maxFindingsOfRule } from '../../finding.ts';
import { formatMinor } from '../../targets/version.ts';
import { formatPath, stepsOf } from '../../text/fieldPath.ts';
import { nearest, quotedChoice } from '../../text/nearest.ts';
import type { Check, Subject } from '../check.ts';
import { fieldSpan } from './fieldSpan.ts';
import { remedyForGarbledKey } from './garbledKey.ts';
import { differsInSpelling, suggestedPaths, typeLabel } from './suggest.ts';

/** Fields that the binary's schema lacks: strict field validation refuses them, where the type is decoded strictly. */
export const unknownField: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'unknown-field',
      consequences: ['unknown-field', 'release-dependent', 'dropped'],
      title: 'The API server does not know the field',
    },
  ],
  resource(subject, emit) {
    const isPart = subject.resource.part !== undefined;
    const all = subject.decoded?.unknown ?? [];
    const refused = isPart ? all.filter(({ entry }) => !entry.key.startsWith('$')) : all;
    refused.slice(0, maxFindingsOfRule).forEach((unknown, at) => {
      const finding = describe(unknown, subject, true);
      const more = refused.length - maxFindingsOfRule;
      emit(at === maxFindingsOfRule - 1 && more > 0 ? { ...finding, more } : finding);
    });
    for (const unnoticed of subject.decoded?.unnoticed ?? []) emit(describe(unnoticed, subject, false));
  },
};

/** `isRefused`: whether strict field validation reports the field. */
function describe(unknown: UnknownField, subject: Subject, isRefused: boolean): Finding {
  const { entry, owner, object } = unknown;
  const { catalog, versions } = subject.surface;
  const binary = formatMinor(versions.binary);
  const garbled = remedyForGarbledKey(entry.key);
  const present = object.certain ?? object.entries;
  const absent = [...owner.fields.keys()].filter((name) => !present.some(({ key }) => key === name));
  const candidates = garbled === undefined ? nearest(entry.key, absent) : [];
  const span = fieldSpan(catalog, owner.name, entry.key);
  let message = `"${entry.key}" is not a field of ${typeLabel(owner)}`;
  if (span !== undefined && span.first > versions.binary) {
    message += ` in Kubernetes ${binary}; introduced in ${formatMinor(span.first)}`;
  } else if (span !== undefined) {
    message += ` in Kubernetes ${binary}; it was last in ${formatMinor(span.last)}`;
  } else if (candidates.length > 0) {
    message += `. Did you mean ${quotedChoice(candidates)}?`;
  }
  return {
    code: 'unknown-field',
    consequence: isRefused ? 'unknown-field' : 'dropped',
    path: formatPath(unknown.path),
    span: entry.keySpan,
    message,
    why: `${whyUnknown(unknown, subject)} ${isRefused ? refused : whyUnnoticed(subject)}`,
    remedy: garbled ?? remedyFor(entry.key, owner, candidates, span?.first),
    source: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
    // Open parts of a template may already have the other name.
    fixes: () =>
      object.certain === undefined
        ? candidates.flatMap(
            (candidate) => rename(unknown, candidate, isRefused && candidates.length === 1, subject.text) ?? [],
          )
        : [],
  };
}

const refused =
  'With strict field validation, the default of kubectl, the object is refused; without it, the field is silently dropped.';
/** A custom resource has such fields only where it is applied server-side. */
function whyUnnoticed({ availability }: Subject): string {
  const isCustom = availability.state === 'served' && availability.resource.custom !== undefined;
  return isCustom ? appliedUnseen : vanishes;
}

const appliedUnseen =
  'A server-side apply accepts any field where the schema names none, and silently drops it, even with strict field validation.';
const vanishes =
  'Schemas below items, additionalProperties and the like are not decoded strictly: the field is silently dropped, even with strict field validation.';

/** The schema that lacks the field, and for a custom resource other releases that have it. */
function whyUnknown({ path }: UnknownField, { availability }: Subject): string {
  const custom = availability.state === 'served' ? availability.resource.custom : undefined;
  if (custom === undefined || path?.parent?.name === 'metadata') {
    return 'Field names are case-sensitive and must be in the schema of the binary, not of the emulated version.';
  }
  const history = custom.fieldHistory(stepsOf(path));
  const lacks = `The schema of the CustomResourceDefinition (${custom.origin}) lacks the field.`;
  return history === undefined ? lacks : `${lacks} ${history}`;
}

function remedyFor(
  key: string,
  owner: ApiType,
  candidates: readonly string[],
  knownFrom: Parameters<typeof formatMinor>[0] | undefined,
): string {
  const [path] = suggestedPaths(key, owner);
  if (path !== undefined) return `Write it as ${path}, or remove it.`;
  if (candidates.length > 0) return `Rename it to ${quotedChoice(candidates)}, or remove it.`;
  if (knownFrom !== undefined) return `Remove it for this target; it was introduced in ${formatMinor(knownFrom)}.`;
  return `Remove it, or move it to the right object: ${typeLabel(owner)} has no such field.`;
}

/**
 * A rename is certain only if just the spelling differs, such as `imagepullpolicy` or `image_pull_policy`; other
 * similar fields are guesses that the author must confirm. So are all renames where the server accepted the object
 * without the field (`mayBeSafe`): a schema rule that takes effect may refuse existing objects.
 */
function rename({ entry }: UnknownField, to: string, mayBeSafe: boolean, text: string): Fix | undefined {
  if (entry.merged) return undefined;
  const quote = text.charAt(entry.keySpan.start);
  const quoted = quote === '"' || quote === "'" ? `${quote}${to}${quote}` : to;
  const safe = mayBeSafe && differsInSpelling(entry.key, to);
  return {
    title: `Rename "${entry.key}" to "${to}"`,
    kind: safe ? 'safe' : 'partial',
    edits: [{ span: entry.keySpan, newText: quoted }],
    left: safe ? [] : [`make sure that "${to}" is what "${entry.key}" was meant to be`],
  };
}
