import table from '../../data/authored/completions.json' with { type: 'json' };

const common: ReadonlyMap<string, number> = new Map(table.commonKinds.map((kind, index) => [kind, index]));

/** The place of a kind among common ones; after all of these for any other. */
export function commonRank({ kind, group }: { readonly kind: string; readonly group: string }): number {
  return common.get(`${kind}.${group}`) ?? common.size;
}
