import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { analyze } from '../server/src/analyze.ts';
import type { ApiSurface } from '../server/src/catalog/surface.ts';
import { convertDraft } from '../server/src/conversion/convert.ts';
import { schemaOf } from '../server/src/conversion/defined.ts';
import { dataOf, draftFrom } from '../server/src/conversion/draftValue.ts';
import { customFamilies } from '../server/src/conversion/families.ts';
import { checkLossless, type PairCheck } from '../server/src/conversion/lossless.ts';
import { prepareConversion } from '../server/src/conversion/prepareConversion.ts';
import { isValueList, isValueMap, type Value, type ValueMap } from '../server/src/conversion/value.ts';
import { conversionFix } from '../server/src/conversion/versionFix.ts';
import { objectMeta } from '../server/src/crd/resourceType.ts';
import { schemaRules } from '../server/src/crd/schema/rules.ts';
import { readManifest } from '../server/src/manifest/read/readManifest.ts';
import { DraftMap } from '../server/src/manifest/reconcile/draft.ts';
import { findResources } from '../server/src/manifest/resources/findResources.ts';
import { formatGroupVersion, parseGroupVersion } from '../server/src/targets/groupVersion.ts';
import { applyEdits } from '../server/src/text/edit.ts';
import { inputs } from './harness/inputs.ts';
import { readRows } from './harness/recordings.ts';
import { surfaceOf } from './harness/surfaces.ts';

// The first lines of a fixture name the version and the target of the conversion; the expected result is beside it.
// UPDATE=1 rewrites the result; review it.
const folder = new URL('../server/src/conversion/fixtures/custom/', import.meta.url);
const update = process.env['UPDATE'] === '1';
const rounds = Number(process.env['KUBECOMPAT_CONVERSION_ROUNDS'] ?? 12);

describe('conversions of custom resources', () => {
  for (const name of readdirSync(folder).filter((each) => !each.includes('.converted.'))) {
    it(name, () => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const { fix, converted, surface } = convertFixture(text);
      assert.deepEqual({ kind: fix.kind, left: fix.left }, { kind: 'safe', left: [] });
      const file = new URL(name.replace('.yaml', '.converted.yaml'), folder);
      if (update) writeFileSync(file, converted);
      assert.equal(converted, existsSync(file) ? readFileSync(file, 'utf8') : '');
      for (const [comment] of text.matchAll(/#.*/g)) assert(converted.includes(comment), `${comment} is gone`);
      assert.deepEqual(findingsOf(converted, surface), [], 'the new version takes it');
    });
  }
});

function convertFixture(text: string) {
  const to = parseGroupVersion(/^# to: (\S+)/m.exec(text)?.[1] ?? '');
  const surface = surfaceOf(/^# target: (\S+)/m.exec(text)?.[1] ?? '');
  const [resource] = findResources(readManifest(text), 'fixture.yaml').resources;
  assert(resource !== undefined && to !== undefined);
  const prepared = prepareConversion(resource, text, { ...to, kind: resource.kind }, surface);
  assert(prepared !== undefined, 'there is a way');
  const fix = conversionFix(prepared, resource);
  return { fix, converted: applyEdits(text, fix.edits) ?? '', surface };
}

function findingsOf(text: string, surface: ApiSurface): readonly string[] {
  return analyze(text, inputs('fixture.yaml', [surface])).resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) =>
      // The server warns about older versions, which is not an error of the conversion.
      findings
        .filter(({ code }) => !/^(deprecated|stale)-api$/.test(code))
        .map(({ code, message }) => `${code}: ${message}`),
    ),
  );
}

describe('the rules of Gateway API and Cluster API', () => {
  for (const target of [
    '1.37,crds=gateway-api=v1.0.0/experimental;cluster-api=v1.11',
    '1.37,crds=gateway-api=v1.6.1/experimental;cluster-api=v1.14',
  ]) {
    it(`never lose a value silently at ${target}`, () => {
      const surface = surfaceOf(target);
      let pairs = 0;
      for (const check of customFamilies().families.flatMap((family) => checksOf(family, surface))) {
        pairs++;
        const name = `${formatGroupVersion(check.from)} -> ${formatGroupVersion(check.to)}`;
        assert(check.objects > 0, `${name}: objects`);
        const silent = check.shortfalls.filter(({ what }) => what === 'changed');
        assert.deepEqual(silent, [], name);
      }
      assert(pairs > 60, `${pairs} pairs`);
    });
  }

  it('give the same results as the functions of Cluster API', () => {
    const pairs = new Set<string>();
    for (const { to, object, expected } of readRows<Recorded>(recorded)) {
      const { apiVersion, kind } = object;
      const [from, target] = [parseGroupVersion(apiVersion), parseGroupVersion(to)];
      assert(from !== undefined && target !== undefined);
      const origin = customFamilies().member({ ...from, kind });
      const goal = customFamilies().member({ ...target, kind });
      const draft = draftFrom(object);
      assert(origin !== undefined && goal !== undefined && draft instanceof DraftMap);
      convertDraft(draft, origin.version, goal.version, 'keep');
      draft.set('apiVersion', draftFrom(to));
      assert.deepEqual(meant(dataOf(draft)), expected, `${kind} ${apiVersion} -> ${to}`);
      pairs.add(`${kind} ${apiVersion} -> ${to}`);
    }
    assert(pairs.size >= 29, `${pairs.size} pairs`);
  });

  it('state their source', () => {
    assert.deepEqual(
      customFamilies().families.filter(({ source }) => source.length < 20),
      [],
    );
  });
});

const recorded = new URL('recorded/conversions/cluster-api.jsonl.gz', import.meta.url);

interface Recorded {
  readonly to: string;
  readonly object: ValueMap & { readonly apiVersion: string; readonly kind: string };
  readonly expected: unknown;
}

/**
 * The value without Go's variations: false, zero and empty values are absent, and references may omit the object's
 * namespace.
 */
function meant(value: Value | undefined): unknown {
  if (isValueList(value)) return value.map(meant);
  if (!isValueMap(value)) return value;
  const isReference = 'kind' in value && 'name' in value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const inner = meant(member);
      const isNothing = [null, false, 0, ''].some((nothing) => nothing === inner);
      const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
      return isNothing || isEmpty || (isReference && key === 'namespace') ? [] : [[key, inner]];
    }),
  );
}

function checksOf(
  family: ReturnType<typeof customFamilies>['families'][number],
  surface: ApiSurface,
): readonly PairCheck[] {
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  assert(metadata !== undefined);
  return checkLossless(
    family,
    (version) => {
      const schema = schemaOf({ ...version, kind: family.kind }, surface);
      return schema === undefined ? undefined : { schema, metadata };
    },
    schemaRules(surface.versions),
    rounds,
  );
}
