import { type Draft, DraftMap, listDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { eachSlot } from '../draftPath.ts';
import type { EntriesStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';

/** Converts the entries of a map to the items of a list, in text order. */
export function listEntries(root: DraftMap, step: EntriesStep, remarks: Remarks): void {
  eachSlot(root, step.path, 'existing', (owner, key, path) => {
    const map = owner.get(key);
    if (map === undefined) return;
    const items = map instanceof DraftMap ? itemsOf(map, step) : undefined;
    if (items === undefined) remarks.left.push(remark(path, 'write its entries as a list by hand'));
    else owner.set(key, listDraft(items));
  });
}

function itemsOf(map: DraftMap, { key: name, value: valueName }: EntriesStep): readonly Draft[] | undefined {
  const items: Draft[] = [];
  for (const field of map.fields()) {
    const item = new DraftMap();
    item.set(name, scalarDraft(field.key));
    if (valueName !== undefined) item.put(valueName, field);
    else if (!(field.value instanceof DraftMap) || field.value.field(name) !== undefined) return undefined;
    else for (const inner of [...field.value.fields()]) item.put(inner.key, inner);
    items.push(item);
  }
  return items;
}

/** Converts the items of a list to the entries of a map. */
export function mapEntries(root: DraftMap, step: EntriesStep, remarks: Remarks): void {
  eachSlot(root, step.path, 'existing', (owner, key, path) => {
    const list = owner.get(key);
    if (list === undefined) return;
    const map = list.kind === 'list' ? mapOf(list.items, step) : undefined;
    if (map === undefined) remarks.left.push(remark(path, `write its items as a map by ${step.key} by hand`));
    else owner.set(key, map);
  });
}

/** Undefined if two items have the same key, or if an item has fields that an entry cannot hold. */
function mapOf(items: readonly Draft[], { key: name, value: valueName }: EntriesStep): DraftMap | undefined {
  const map = new DraftMap();
  for (const item of items) {
    const entry = item instanceof DraftMap ? item.string(name) : undefined;
    if (!(item instanceof DraftMap) || entry === undefined || map.field(entry) !== undefined) return undefined;
    const fields = [...item.fields()].filter(({ key }) => key !== name);
    if (valueName === undefined) {
      const inner = new DraftMap();
      for (const field of fields) inner.put(field.key, field);
      map.set(entry, inner);
      continue;
    }
    const [field, ...others] = fields;
    if (field?.key !== valueName || others.length > 0) return undefined;
    map.put(entry, field);
  }
  return map;
}
