import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fieldWordsOf, typeOf } from '../../../test/harness/generatedConversions.ts';
import { generateObject } from '../../../test/support/generateObject.ts';
import { DraftMap } from '../manifest/reconcile/draft.ts';
import { formatGroupVersion, formatGroupVersionKind } from '../targets/groupVersion.ts';
import { randomFrom } from '../text/randomFrom.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { convertDraft, toHubForm } from './convert.ts';
import { dataOf, draftFrom, isEmptyDraft } from './draftValue.ts';
import {
  areRelatives,
  builtInFamilies,
  familiesOfKubernetes,
  kindsWithoutSuccessor,
  memberFor,
  withoutSuccessor,
} from './families.ts';
import type { Family, FamilyVersion } from './family.ts';
import { kindCodes } from './kinds/registry.ts';
import { dropUnknown } from './losses.ts';
import { hasSameFields, sameFieldsMember } from './sameFields.ts';

const catalog = readCatalog();
const rounds = Number(process.env['KUBECOMPAT_CONVERSION_ROUNDS'] ?? 250);

describe('conversion families', () => {
  it('name only kinds that Kubernetes has or had', () => {
    for (const { kind, versions } of builtInFamilies().families) {
      for (const version of versions)
        assert(catalog.kind({ ...version, kind }) !== undefined, formatGroupVersion(version));
    }
    for (const ending of kindsWithoutSuccessor())
      assert(catalog.kind(ending) !== undefined, formatGroupVersionKind(ending));
  });

  it('name every version that was ever served of a kind with several, or the reason why it cannot be converted', () => {
    const versionsOf = new Map<string, string[]>();
    for (const facts of catalog.kinds) {
      if (facts.resource === undefined || facts.served.length === 0) continue;
      const known = versionsOf.get(facts.kind) ?? [];
      versionsOf.set(facts.kind, [...known, formatGroupVersionKind(facts)]);
    }
    const named = new Set(
      familiesOfKubernetes(catalog).flatMap(({ kind, versions }) =>
        versions.map((version) => formatGroupVersionKind({ ...version, kind })),
      ),
    );
    const missing = [...catalog.kinds].filter(
      (facts) =>
        facts.resource !== undefined &&
        facts.served.length > 0 &&
        (versionsOf.get(facts.kind)?.length ?? 0) > 1 &&
        !named.has(formatGroupVersionKind(facts)) &&
        withoutSuccessor(facts) === undefined,
    );
    assert.deepEqual(missing.map(formatGroupVersionKind), []);
  });

  it('exist for every conversion in the facts', () => {
    const missing = catalog.conversions.filter(({ from, to }) => {
      // A Scale is only the body of a subresource. If a field moved within one version, there is no other version.
      if (to === undefined || from.kind === 'Scale' || catalog.kind(from) === undefined) return false;
      return !areRelatives(from, to) && withoutSuccessor(from) === undefined;
    });
    assert.deepEqual(
      missing.map(
        ({ from, to }) => `${formatGroupVersionKind(from)} -> ${to === undefined ? '' : formatGroupVersion(to)}`,
      ),
      [],
    );
  });

  it('equal the derived ones if they have no steps', () => {
    const compared = new Set<string>();
    for (const change of catalog.shapeChanges.filter(hasSameFields)) {
      const { from, to } = change;
      const [old, now] = [memberFor(from), memberFor(to)];
      if (from.group !== to.group || old === undefined || now === undefined) continue;
      if (old.version.steps.length + now.version.steps.length > 0) continue;
      const [derived, other] = [from, to].map((gvk) => sameFieldsMember(gvk, catalog));
      assert.ok(derived !== undefined && derived.family === other?.family, formatGroupVersionKind(from));
      const authored = old.family.versions.map(formatGroupVersion);
      const versions = derived.family.versions.map(formatGroupVersion);
      assert.deepEqual(
        versions,
        authored.filter((version) => versions.includes(version)),
        from.kind,
      );
      compared.add(from.kind);
    }
    assert.ok(compared.size > 20, `${compared.size} kinds`);
  });

  it('have steps for the differences in the facts', () => {
    const withoutSteps = catalog.conversions.filter(({ from, to, map, dropped, required, defaults }) => {
      const [member, other] = [memberFor(from), to === undefined ? undefined : memberFor(to)];
      if (member === undefined || member.family !== other?.family) return false;
      if (member.version.steps.length + other.version.steps.length > 0) return false;
      // Missing required fields are found from the types.
      return map.length + defaults.length > 0 && dropped.length + required.length === 0;
    });
    assert.deepEqual(
      withoutSteps.map(({ from }) => formatGroupVersionKind(from)),
      [],
    );
  });

  it('have a step for every default that differs by the facts', () => {
    let compared = 0;
    for (const { from, to, defaults } of catalog.conversions) {
      const [member, other] = [memberFor(from), to === undefined ? undefined : memberFor(to)];
      if (member === undefined || member.family !== other?.family) continue;
      for (const { path, old, new: now } of defaults) {
        // A create takes no status.
        if (JSON.stringify(old) === JSON.stringify(now) || path.startsWith('status.')) continue;
        compared++;
        const steps = [...member.version.steps, ...other.version.steps];
        const known = steps.some((step) => 'path' in step && (step.path === path || path.startsWith(step.path)));
        assert(known, `${formatGroupVersionKind(from)}: ${path} was ${JSON.stringify(old)}`);
      }
    }
    assert(compared > 20, `${compared} defaults`);
  });

  it('name all code steps that exist, and no others', () => {
    const named = builtInFamilies().families.flatMap(({ versions }) =>
      versions.flatMap(({ steps }) => steps.flatMap((step) => (step.step === 'code' ? [step.name] : []))),
    );
    assert.deepEqual([...new Set(named)].sort(), [...kindCodes.keys()].sort());
  });

  it('state their source', () => {
    assert.deepEqual(
      [...builtInFamilies().families, ...kindsWithoutSuccessor()].filter(({ source }) => source === ''),
      [],
    );
  });
});

describe('round trips', () => {
  for (const family of builtInFamilies().families) {
    for (const from of family.versions) {
      for (const to of family.versions) {
        if (from === to) continue;
        it(`${family.kind} ${formatGroupVersion(from)} -> ${formatGroupVersion(to)}`, () =>
          roundTrip(family, from, to));
      }
    }
  }
});

function roundTrip(family: Family, from: FamilyVersion, to: FamilyVersion): void {
  const type = typeOf(family, from);
  const other = typeOf(family, to);
  const fieldWords = fieldWordsOf(family);
  let equal = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const object = generateObject(type, randomFrom(seed), fieldWords);
      const draft = draftFrom(object);
      assert(draft instanceof DraftMap);
      const forward = convertDraft(draft, from, to, 'keep');
      const unknown = dropUnknown(draft, other, new Set(), 'is gone');
      const reverse = convertDraft(draft, to, from, 'keep');
      // Lost and forced fields may differ; everything else is unchanged.
      if (unknown.length > 0 || [forward, reverse].some(({ lost, forced }) => lost.length + forced.length > 0)) return;
      assert.deepEqual(hubOf(dataOf(draft), from), hubOf(object, from));
      equal++;
    }),
    { numRuns: rounds, seed: 1 },
  );
  assert(equal > 0, 'no object came back without a remark');
}

/** An object with its version's defaults, in the hub's shape: its meaning. */
function hubOf(object: ReturnType<typeof dataOf>, version: FamilyVersion): ReturnType<typeof dataOf> {
  const draft = draftFrom(object);
  assert(draft instanceof DraftMap);
  toHubForm(draft, version);
  // The metadata are no pointers: empty ones are absent ones.
  const metadata = draft.map('metadata');
  for (const key of ['labels', 'annotations']) {
    const map = metadata?.get(key);
    if (map !== undefined && isEmptyDraft(map)) metadata?.take(key);
  }
  if (metadata?.fields().next().done === true) draft.take('metadata');
  // Nor does it matter whether a selector has an empty list or none.
  const selector = draft.map('spec')?.map('selector');
  for (const key of ['matchLabels', 'matchExpressions']) {
    const part = selector?.get(key);
    if (part !== undefined && isEmptyDraft(part)) selector?.take(key);
  }
  return dataOf(draft);
}
