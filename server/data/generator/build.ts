import { type Pack, packFormat } from '../../src/catalog/pack.ts';
import { minor } from '../../src/targets/version.ts';
import { binaryRows } from './binaries.ts';
import { assertComplete, newestReleased } from './completeness.ts';
import { conversionsPack } from './conversions.ts';
import { defaultsRows } from './defaults.ts';
import type { Facts } from './facts.ts';
import { gatedFieldRows } from './gatedFields.ts';
import { gateRows } from './gates.ts';
import { kindRows } from './kinds.ts';
import { typesPack } from './types.ts';

/** Builds the pack; the same facts always give the same text. Throws `IncompleteFacts`. */
export function buildPack(facts: Facts): Pack {
  assertComplete(facts);
  const minors = [...facts.schemas.keys()];
  const oldest = Math.min(...minors);
  const last = Math.max(...minors);
  const newest = newestReleased(facts);
  const preview = facts.releases.get(minor(last)) ?? '';
  return {
    format: packFormat,
    version: facts.releases.get(newest) ?? '',
    oldest,
    newest,
    ...(last === newest ? {} : { preview: [last, preview] as const }),
    kinds: kindRows(facts, oldest),
    gates: gateRows(facts, last),
    binaries: binaryRows(facts, oldest, last),
    types: typesPack(facts),
    gatedFields: JSON.stringify(gatedFieldRows(facts)),
    defaults: JSON.stringify(defaultsRows(facts)),
    conversions: JSON.stringify(conversionsPack(facts)),
  };
}

/** The pack as the text of its file, each part on a separate line. */
export function packText(pack: Pack): string {
  const parts = Object.entries(pack).map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`);
  return `{\n${parts.join(',\n')}\n}\n`;
}
