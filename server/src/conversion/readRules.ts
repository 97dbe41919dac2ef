import { parseGroupVersion } from '../target/groupVersion.ts';
import type { ConversionRule, Destination, PinnedValue, RefuseStep, Step } from './rule.ts';

/**
 * Rules as they stand in `server/data/authored/conversions.json`, one for each kind that a row names. Throws where a
 * row is malformed: the file is ours.
 */
export function readRules(rows: unknown): readonly ConversionRule[] {
  return listOf(rows).flatMap((row) => {
    const fields = fieldsOf(row);
    const from = groupVersionOf(fields['from']);
    const to = groupVersionOf(fields['to']);
    const steps = listOf(fields['steps']).map(readStep);
    const source = textOf(fields['source']);
    return listOf(fields['kinds']).map((kind) => ({ kind: textOf(kind), from, to, steps, source }));
  });
}

function readStep(row: unknown): Step {
  const fields = fieldsOf(row);
  switch (fields['step']) {
    case 'pin':
      return {
        step: 'pin',
        path: textOf(fields['path']),
        value: pinnedOf(fields['value']),
        ...(fields['unless'] === undefined ? {} : { unless: unlessOf(fields['unless']) }),
        ...(fields['within'] === undefined ? {} : { within: textOf(fields['within']) }),
        ...(fields['after'] === undefined ? {} : { after: textOf(fields['after']) }),
      };
    case 'copy':
      return {
        step: 'copy',
        from: textOf(fields['from']),
        to: textOf(fields['to']),
        unless: textOf(fields['unless']),
      };
    case 'move':
      return { step: 'move', at: textOf(fields['at']), moves: listOf(fields['moves']).map(moveOf) };
    case 'refuse':
      return {
        step: 'refuse',
        path: textOf(fields['path']),
        left: textOf(fields['left']),
        ...(fields['when'] === undefined ? {} : { when: whenOf(fields['when']) }),
        ...(fields['is'] === undefined ? {} : { is: listOf(fields['is']).map(scalarOf) }),
      };
    default:
      return malformed(row);
  }
}

function moveOf(row: unknown): { readonly from: string; readonly to: Destination } {
  const fields = fieldsOf(row);
  const to = fields['to'];
  if (typeof to === 'string') return { from: textOf(fields['from']), to };
  const choice = fieldsOf(to);
  return { from: textOf(fields['from']), to: { integer: textOf(choice['integer']), string: textOf(choice['string']) } };
}

function unlessOf(row: unknown): { readonly path: string; readonly is: readonly string[] } {
  const fields = fieldsOf(row);
  return { path: textOf(fields['path']), is: listOf(fields['is']).map(textOf) };
}

function whenOf(value: unknown): NonNullable<RefuseStep['when']> {
  switch (value) {
    case 'present':
    case 'absent':
    case 'empty':
    case 'digits':
    case 'is':
    case 'not':
      return value;
    default:
      return malformed(value);
  }
}

function pinnedOf(value: unknown): PinnedValue {
  return Array.isArray(value) ? value.map(textOf) : scalarOf(value);
}

function scalarOf(value: unknown): string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : malformed(value);
}

function groupVersionOf(value: unknown): { readonly group: string; readonly version: string } {
  return parseGroupVersion(textOf(value)) ?? malformed(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : malformed(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : malformed(value);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : malformed(value);
}

function malformed(value: unknown): never {
  throw new TypeError(`conversions.json: ${JSON.stringify(value)} is not what belongs there`);
}
