import type { DuplicateKey } from '../../decode/decoded.ts';
import type { Finding, Fix } from '../../finding.ts';
import { removeField } from '../../manifest/edit/removeField.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, Subject } from '../check.ts';

/** Keys that are written more than once in one map, which strict field validation refuses. */
export const duplicateField: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'duplicate-field',
      consequences: ['duplicate-field'],
      title: 'The same map has a key more than once',
    },
  ],
  resource(subject, report) {
    if (subject.resource.part?.isTemplate === true) return;
    for (const duplicate of subject.decoded?.duplicates ?? []) report(describe(duplicate, subject));
  },
};

function describe(duplicate: DuplicateKey, { text }: Subject): Finding {
  const { entry, first, path } = duplicate;
  return {
    ...(entry.merged || first.merged ? { unlessBuilt: true } : {}),
    code: 'duplicate-field',
    consequence: 'duplicate-field',
    path: formatPath(path),
    span: entry.keySpan,
    message: entry.merged
      ? `"${entry.key}" is set again by a merge key (<<); of several values only the last one counts`
      : `"${entry.key}" is written more than once in this map; only the last one counts`,
    why:
      'A key has one value. With strict field validation, the default of kubectl, the server refuses the object; ' +
      'without it, the last value counts and the others are dropped.',
    remedy: 'Keep the intended one and remove the others.',
    source: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
    fixes: () => removal(duplicate, text),
  };
}

/** Only a repetition of the very same text can go without asking which one was meant, and with no comment of its own. */
function removal({ entry, first, object }: DuplicateKey, text: string): readonly Fix[] {
  if (entry.merged || first.merged || entry.alias !== undefined || first.alias !== undefined) return [];
  const same = text.slice(entry.value.start, entry.value.end) === text.slice(first.value.start, first.value.end);
  const others = object.entries.filter(({ key }) => key === entry.key);
  if (!same || others.length !== 2) return [];
  const edit = removeField(text, object, entry);
  if (edit === undefined) return [];
  const { start, end } = edit.span;
  const beside = text.slice(start, entry.keySpan.start) + text.slice(entry.value.end, end);
  const comment = /#.*/.exec(beside)?.[0].trim();
  const title = `Remove the repeated "${entry.key}"`;
  return comment === undefined
    ? [{ title, kind: 'safe', edits: [edit], left: [] }]
    : [{ title, kind: 'lossy', edits: [edit], left: [`the comment "${comment}"`] }];
}
