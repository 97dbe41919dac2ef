import { createHash } from 'node:crypto';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { isValueMap, type ValueMap } from '../../server/src/conversion/value.ts';
import { shape } from '../../test/conformance/judge.ts';
import { install, objectsOf } from '../../test/recorded/applies/customObjects.ts';
import { withoutDescriptions } from '../../test/recorded/histories/pairs.ts';
import { askWrites, type WritesRow, ways } from '../../test/recorded/writes/askWrites.ts';
import { histories } from '../../test/recorded/writes/histories.ts';
import { isRefused, refusalsOf } from '../../test/recorded/writes/verdicts.ts';
import type { Disagreement } from './disagreements.ts';
import { type AskedDocument, definitionsAsked, documentsOf, objectOf } from './documents.ts';
import { type Oracle, recordOnce } from './record.ts';
import type { Seed } from './seed.ts';
import type { Setting } from './settings.ts';

/** The number of objects of each built-in kind, and of each version of a definition. */
const perKind = { builtIn: 6, custom: 3 };

/**
 * Records what a server answers to each way of writing: objects of every built-in kind and of the definitions of
 * projects, stored by one or two managers, then written unchanged and changed. Rows of one kind follow each other.
 */
export function recordWrites(oracle: Oracle, setting: Setting, { seed, changes }: Seed): Promise<readonly WritesRow[]> {
  const definitions = definitionsOfProjects();
  const objects = [...builtInObjects({ seed, changes }), ...definitions.flatMap((crd) => customObjects(crd, seed))];
  const asked = createHash('sha256')
    .update(JSON.stringify([seed, changes, objects]))
    .digest('hex')
    .slice(0, 12);
  return recordOnce(oracle, `writes@${setting.name}-${asked}.jsonl.gz`, setting, async (server) => {
    const endpoints = await install(server, definitions);
    const rows: WritesRow[] = [];
    let number = 0;
    for (const { kind, objects: others } of byKind(objects)) {
      const endpoint = endpoints.get(kind);
      if (endpoint === undefined) continue;
      for (const object of others) {
        number += 1;
        const history = histories[number % histories.length] ?? 'applied';
        const row = await askWrites(server, { object, others, endpoint, number, seed, changes, history });
        if (row !== undefined) rows.push(row);
      }
      oracle.log(`${setting.name}: ${kind}, ${rows.length} stored objects`);
    }
    return rows;
  });
}

/** The definitions asked, and those of the conformance manifests, without descriptions, and converted by no webhook. */
export function definitionsOfProjects(): readonly ValueMap[] {
  const found = documentsOf(['conformance'], { seed: 0, changes: 0 })
    .filter(({ apiVersion, kind }) => apiVersion === 'apiextensions.k8s.io/v1' && kind === 'CustomResourceDefinition')
    .map(({ text }) => objectOf(text))
    .filter((definition) => definition !== undefined);
  const byName = new Map<unknown, ValueMap>();
  for (const definition of [...definitionsAsked(), ...found]) {
    const { metadata, spec } = definition;
    if (!isValueMap(metadata) || !isValueMap(spec) || byName.has(metadata['name'])) continue;
    const { annotations, name } = metadata;
    const approved = isValueMap(annotations) ? annotations['api-approved.kubernetes.io'] : undefined;
    const { conversion: _, ...kept } = spec;
    const bare = withoutDescriptions(kept);
    byName.set(name, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {
        name: name ?? null,
        ...(approved === undefined ? {} : { annotations: { 'api-approved.kubernetes.io': approved } }),
      },
      spec: bare,
    });
  }
  return [...byName.values()];
}

function builtInObjects(random: Seed): readonly ValueMap[] {
  const documents = documentsOf(['conformance', 'recorded', 'whole'], random);
  const kinds = new Map<string, AskedDocument[]>();
  for (const document of documents) {
    const key = `${document.apiVersion} ${document.kind}`;
    kinds.set(key, [...(kinds.get(key) ?? []), document]);
  }
  const isCustom = (apiVersion: string) => /\..*\./.test(apiVersion) && !/\.k8s\.io\//.test(apiVersion);
  return [...kinds.values()]
    .filter(([first]) => !isCustom(first?.apiVersion ?? ''))
    .flatMap((all) =>
      evenly(
        all.filter(({ text }) => text.length < longest),
        perKind.builtIn,
      ),
    )
    .map(({ text }) => objectOf(text))
    .filter((object) => object !== undefined);
}

/** The length of the longest text that is asked about. */
const longest = 6_000;

/** Some of all, from everywhere among them. */
function evenly<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).flatMap(
    (item) => item ?? [],
  );
}

function customObjects(definition: ValueMap, seed: number): readonly ValueMap[] {
  const text = JSON.stringify(objectsOf(definition, perKind.custom, seed), (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  const objects: readonly ValueMap[] = JSON.parse(text);
  return objects;
}

function byKind(objects: readonly ValueMap[]): readonly { kind: string; objects: readonly ValueMap[] }[] {
  const kinds = new Map<string, ValueMap[]>();
  for (const object of objects) {
    const kind = `${object['apiVersion']} ${object['kind']}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), object]);
  }
  return [...kinds].map(([kind, all]) => ({ kind, objects: all }));
}

/** The disagreements on each way of writing. */
export function compareWrites(row: WritesRow, surface: ApiSurface, setting: string): readonly Disagreement[] {
  return row.asked.flatMap((written) =>
    ways.flatMap((way): readonly Disagreement[] => {
      const refused = isRefused(written[way], way);
      if (refused === undefined) return [];
      const found = refusalsOf(row, written.next ?? row.manifest, way, surface);
      if (refused === found.length > 0) return [];
      const [first] = found;
      const rule = refused ? `${way} is not refused` : `${way} is refused wrongly ${first?.code ?? ''}`;
      const about = `${String(row.manifest['kind'])} ${shape(first?.path ?? '')}`;
      const detail = `${first?.message ?? written[way].message ?? ''}\n${JSON.stringify(row)}`;
      return [{ rule, about, detail, setting, isFalseAlarm: !refused }];
    }),
  );
}
