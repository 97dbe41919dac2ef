import { setTimeout as sleep } from 'node:timers/promises';
import { isValueMap, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';
import { definitionsIn } from '../../../server/src/crd/definitionList.ts';
import { generateFrom } from '../../../server/src/crd/schema/generate.ts';
import { randomFrom } from '../../../server/src/text/randomFrom.ts';
import type { RealServer } from '../../support/realServer.ts';
import { discover, type ResourceEndpoint } from '../asking.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Installs definitions, and returns the endpoints of all kinds once they are served. */
export async function install(
  server: RealServer,
  wanted: readonly ValueMap[],
): Promise<ReadonlyMap<string, ResourceEndpoint>> {
  for (const definition of wanted) await server.ask('POST', definitions, JSON.stringify(definition));
  for (let tries = 0; ; tries++) {
    const endpoints = await discover(server);
    const isThere = wanted.every((definition) => servedKinds(definition).every((kind) => endpoints.has(kind)));
    if (isThere || tries > 100) return endpoints;
    await sleep(200);
  }
}

/** The kinds of a definition in its served versions, `apiVersion kind`. */
function servedKinds(definition: ValueMap): readonly string[] {
  return definitionsIn(JSON.stringify(definition), 'crd.json').flatMap(({ group, kind, versions }) =>
    versions.filter(({ served }) => served).map(({ name }) => `${group}/${name} ${kind}`),
  );
}

/** Objects that the schemas of a definition may accept, with more or fewer fields; they depend on the seed. */
export function objectsOf(definition: ValueMap, count: number, seed: number): readonly ValueMap[] {
  return definitionsIn(JSON.stringify(definition), 'crd.json').flatMap(({ group, kind, versions }) =>
    versions
      .filter(({ served }) => served)
      .flatMap(({ name, schema }) =>
        Array.from({ length: count }, (_, index): readonly ValueMap[] => {
          const random = randomFrom(seed * 1_000 + index);
          const [wanted, eager] = [new Map(), new Set<string>()];
          const density = [0.05, 0.3, 0.6][index % 3] ?? 0;
          const leftOut = ['apiVersion', 'kind', 'metadata', 'status'];
          const generated: Value | undefined = generateFrom(schema, '', { random, density, wanted, eager, leftOut });
          if (!isValueMap(generated)) return [];
          return [{ ...generated, apiVersion: `${group}/${name}`, kind, metadata: { name: `a${index}` } }];
        }).flat(),
      ),
  );
}
