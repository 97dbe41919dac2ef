import { formatDuration, parseDuration } from '../../formats/duration.ts';
import { type DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { eachObject } from '../draftPath.ts';
import type { DurationStep, DurationUnit } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';

const nanoseconds: Readonly<Record<DurationUnit, bigint>> = {
  milliseconds: 1_000_000n,
  seconds: 1_000_000_000n,
  minutes: 60_000_000_000n,
  hours: 3_600_000_000_000n,
};

/** Converts a duration to a number of units; reports a truncated fraction. */
export function countDuration(root: DraftMap, { at, from, to, unit }: DurationStep, remarks: Remarks): void {
  eachObject(root, at, (object, path) => {
    const field = object.field(from);
    if (field === undefined) return;
    const text = field.value.kind === 'scalar' ? field.value.value : undefined;
    const duration = typeof text === 'string' ? parseDuration(text) : undefined;
    if (duration === undefined || (to !== from && object.field(to) !== undefined)) {
      remarks.left.push(remark([...path, from], `write it in ${unit} as ${to}`));
      return;
    }
    if (duration % nanoseconds[unit] !== 0n) {
      remarks.lost.push(remark([...path, from], `only whole ${unit} can be expressed`));
    }
    object.rename(from, to);
    object.set(to, scalarDraft(Number(duration / nanoseconds[unit])), { implied: field.implied });
  });
}

/** Converts a number of units to a duration in Go's notation. */
export function writeDuration(root: DraftMap, { at, from, to, unit }: DurationStep, remarks: Remarks): void {
  eachObject(root, at, (object, path) => {
    const field = object.field(to);
    if (field === undefined) return;
    const value = field.value.kind === 'scalar' ? field.value.value : undefined;
    const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
    if (!isWhole || (to !== from && object.field(from) !== undefined)) {
      remarks.left.push(remark([...path, to], `write it as the duration ${from}`));
      return;
    }
    object.rename(to, from);
    object.set(from, scalarDraft(formatDuration(BigInt(value) * nanoseconds[unit])), { implied: field.implied });
  });
}
