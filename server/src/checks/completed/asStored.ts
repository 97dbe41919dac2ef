import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import type { FieldType } from '../../catalog/types.ts';
import { textToBase64 } from '../../formats/bytes.ts';
import { canonicalQuantity, quantityFormat, readQuantity } from '../../formats/quantity.ts';
import type { MapNode } from '../../manifest/node.ts';
import { type Draft, type DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { podPath } from '../podTemplates.ts';

/**
 * Writes values in the server's form: quantities in the shortest one, the texts of a Secret as bytes, and the name of an
 * account under both names of its field.
 */
export function writeAsStored(draft: DraftMap, root: MapNode, served: ServedResource, surface: ApiSurface): void {
  if (served.group === '' && served.kind === 'Secret') encodeTexts(draft);
  writeAccount(draft, `${served.group}/${served.kind}`);
  const type = surface.rootType(served);
  if (type !== undefined && root.entries.length > 0) shorten(draft, { kind: 'object', type });
}

/** Source: pkg/apis/core/v1/conversion.go, Convert_core_PodSpec_To_v1_PodSpec. */
function writeAccount(draft: DraftMap, name: string): void {
  const path = podPath(name);
  const spec = path && [...path, 'spec'].reduce<DraftMap | undefined>((at, step) => at?.map(step), draft);
  const account = spec?.string('serviceAccountName');
  const alias = spec?.string('serviceAccount');
  if (account !== undefined && account !== '' && alias !== undefined && alias !== account)
    spec?.set('serviceAccount', scalarDraft(account));
}

/** Source: pkg/apis/core/v1/conversion.go, Convert_v1_Secret_To_core_Secret. */
function encodeTexts(draft: DraftMap): void {
  const texts = draft.map('stringData');
  if (texts === undefined) return;
  const data = draft.mapOrNew('data', { after: 'stringData' });
  for (const { key, value } of texts.fields()) {
    if (value.kind === 'scalar' && typeof value.value === 'string')
      data?.set(key, scalarDraft(textToBase64(value.value)));
  }
  draft.take('stringData');
}

function shorten(draft: Draft, type: FieldType): void {
  if (draft.kind === 'list') {
    if (type.kind === 'list') for (const item of draft.items) shorten(item, type.item);
    return;
  }
  if (draft.kind === 'scalar') return;
  for (const { key, value } of [...draft.fields()]) {
    const fieldType =
      type.kind === 'object' ? type.type.fields.get(key)?.type : type.kind === 'map' ? type.value : undefined;
    if (fieldType === undefined) continue;
    if (value.kind !== 'scalar') shorten(value, fieldType);
    else if (fieldType.kind === 'scalar' && fieldType.scalar === 'quantity') {
      const short = shortened(value.value);
      if (short !== undefined) draft.set(key, scalarDraft(short));
    }
  }
}

/** The quantity as the server writes it; undefined if it is written so. */
function shortened(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = String(value);
  const quantity = readQuantity(text);
  const short = quantity && canonicalQuantity(quantity, quantityFormat(text));
  return short === value ? undefined : short;
}
