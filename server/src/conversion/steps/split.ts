import { type DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { eachObject } from '../draftPath.ts';
import type { SplitStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';

/** Splits a string into fields; the last one may contain further separators. */
export function split(root: DraftMap, { at, from, separator, to, integers }: SplitStep, remarks: Remarks): void {
  eachObject(root, at, (object, path) => {
    const field = object.field(from);
    if (field === undefined) return;
    const text = field.value.kind === 'scalar' ? field.value.value : undefined;
    const parts = typeof text === 'string' ? partsOf(text, separator, to.length) : undefined;
    const values = parts?.map((part, i) => partValue(part, integers.includes(to[i] ?? '')));
    const hasFields = to.some((name) => name !== null && name !== from && object.field(name) !== undefined);
    if (values === undefined || hasFields || values.some((value) => value === undefined)) {
      const message = `is not ${to.map((name) => name ?? '…').join(separator)}: split it by hand`;
      remarks.left.push(remark([...path, from], message));
      return;
    }
    let before: string | undefined;
    for (const [i, name] of to.entries()) {
      const value = values[i];
      if (name === null || value === undefined) continue;
      if (before === undefined) object.rename(from, name);
      object.set(name, scalarDraft(value), { after: before, implied: field.implied });
      before = name;
    }
    if (before === undefined) object.take(from);
  });
}

/** Joins the fields of the parts to one string. */
export function join(root: DraftMap, { at, from, separator, to }: SplitStep, remarks: Remarks): void {
  eachObject(root, at, (object, path) => {
    const names = to.flatMap((name) => (name === null ? [] : [name]));
    const [first] = names;
    if (first === undefined || names.every((name) => object.field(name) === undefined)) return;
    const implied = names.every((name) => object.field(name)?.implied === true);
    const parts = to.map((name) => (name === null ? undefined : textOf(object, name)));
    const last = parts.length - 1;
    const canJoin = parts.every((part, i) => part !== undefined && (i === last || !part.includes(separator)));
    if (!canJoin || (from !== first && object.field(from) !== undefined)) {
      const known = parts.map((part) => part ?? '…').join(separator);
      remarks.left.push(remark([...path, from], `write ${known}: part of it is unknown`));
      for (const name of names) object.take(name);
      return;
    }
    object.rename(first, from);
    object.set(from, scalarDraft(parts.join(separator)), { implied });
    for (const name of names.slice(1)) object.take(name);
  });
}

function partsOf(text: string, separator: string, count: number): readonly string[] | undefined {
  const parts: string[] = [];
  let remaining = text;
  while (parts.length < count - 1) {
    const end = remaining.indexOf(separator);
    if (end < 0) return undefined;
    parts.push(remaining.slice(0, end));
    remaining = remaining.slice(end + separator.length);
  }
  return [...parts, remaining];
}

/** The value of a part's field; undefined for a number that would be formatted differently. */
function partValue(part: string, isInteger: boolean): string | number | undefined {
  if (!isInteger) return part;
  return /^-?\d{1,15}$/.test(part) && String(Number(part)) === part ? Number(part) : undefined;
}

function textOf(object: DraftMap, name: string): string | undefined {
  const value = object.scalar(name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
