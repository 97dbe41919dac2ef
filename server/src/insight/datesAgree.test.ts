import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import type { KindFacts } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { JudgedResource } from '../judge/analysis.ts';
import { verdictOnText } from '../live/stored.ts';
import { formatGroupVersion, formatGroupVersionKind } from '../targets/groupVersion.ts';
import { formatMinor, minor, parseMinor } from '../targets/version.ts';
import { describeField } from './describeField.ts';
import type { Descriptions } from './descriptions.ts';
import { hintsOf } from './hints.ts';
import { lensesOf } from './lenses.ts';
import { outlinePositionAt } from './outlinePosition.ts';
import { describeRuntimeKey } from './settings/apiText.ts';
import { suggestVersions } from './suggestKinds.ts';
import { timelineOf } from './timeline.ts';

/** The events of a kind or field in a minor. */
type Event = 'introduced' | 'deprecated' | 'turned off' | 'last' | 'gone' | 'announced';

/** The phrases for each event; each captures a minor. */
const phrases: Readonly<Record<Event, readonly RegExp[]>> = {
  introduced: [
    /is served from Kubernetes ([\d.]+) on/,
    /until the cluster runs ([\d.]+)\./,
    /\bintroduced in Kubernetes ([\d.]+)/,
    /\bintroduced in (\d+\.\d+)/,
    /^[Ss]ince ([\d.]+)/m,
    /^([\d.]+) introduced/m,
    /\| ([\d.]+) (?:to|on)\b/,
  ],
  deprecated: [/deprecated in v?([\d.]+)/, /^([\d.]+) (?:to be )?deprecated/m],
  'turned off': [/off by default from ([\d.]+)/, /^([\d.]+) off by default/m, /\boff from ([\d.]+)/],
  last: [
    /\blast served by (?:Kubernetes )?([\d.]+)/,
    /\bserved up to ([\d.]+)/,
    /\bwas last in ([\d.]+)/,
    /^Last in ([\d.]+)/m,
    /^([\d.]+) last served/m,
    /\| [\d.]+ to ([\d.]+) \|/,
  ],
  gone: [/[Rr]emoved in ([\d.]+)/, /^([\d.]+) (?:to be )?removed/m],
  // The text of the server's own warning, which releases did not always follow.
  announced: [/unavailable in v([\d.]+)/],
};
const events: readonly Event[] = ['introduced', 'deprecated', 'turned off', 'last', 'gone', 'announced'];

interface Claim {
  readonly event: Event;
  readonly minor: string;
}

function claimsIn(text: string): readonly Claim[] {
  return events.flatMap((event) =>
    phrases[event].flatMap((phrase) =>
      [...text.matchAll(new RegExp(phrase, `${phrase.flags}g`))].map(([, found = '']) => ({
        event,
        minor: found.replace(/\.$/, ''),
      })),
    ),
  );
}

/** The first minor without it, for claims about its end: both forms are the same date. */
function sameDate({ event, minor: written }: Claim): string {
  const found = parseMinor(written);
  assert.ok(found !== undefined, written);
  if (event === 'announced') return `gone ${written}`;
  return event === 'last' ? `gone ${formatMinor(minor(found + 1))}` : `${event} ${written}`;
}

/** Targets that affect minors: old, new and current binaries, emulation, and settings that enable all APIs. */
const targets = ['1.12', '1.17', '1.22,runtime-config=api/all=true', '1.24', '1.37', '1.37,emulated-version=1.34'];

/** All texts about a version of a kind at a target, by the feature that shows them. */
function textsOf(facts: KindFacts, surface: ApiSurface): Readonly<Record<string, string>> {
  const apiVersion = formatGroupVersion(facts);
  const text = `apiVersion: ${apiVersion}\nkind: ${facts.kind}\n`;
  const scaled = `apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\nspec:\n  maxReplicas: 2\n  scaleTargetRef: {apiVersion: ${apiVersion}, kind: ${facts.kind}, name: a}\n`;
  const [judged] = analyze(text, inputs('a.yaml', [surface])).resources;
  const [reference] = analyze(scaled, inputs('b.yaml', [surface])).resources;
  const position = outlinePositionAt(`apiVersion: \nkind: ${facts.kind}`, 'apiVersion: '.length);
  assert.ok(judged !== undefined && reference !== undefined && position !== undefined);
  const versions = suggestVersions({ outline: position.container, column: 0, word: '', knownKinds: [] }, [surface]);
  return {
    finding: findingsAt(judged, 'apiVersion'),
    reference: findingsAt(reference, 'spec.scaleTargetRef.apiVersion'),
    hint: hintsOf(judged, { start: 0, end: text.length })
      .flatMap((hint) => hint.text.split(', '))
      .join('\n'),
    lens: lensesOf(judged).join('\n'),
    hover: timelineOf(facts, [surface]).map(shownRow).join('\n'),
    completion: versions.find(({ label }) => label === apiVersion)?.note ?? '',
    setting: (describeRuntimeKey(apiVersion, surface.catalog) ?? '')
      .split('\n')
      .filter((row) => row.startsWith(`| ${facts.kind} |`))
      .join('\n'),
    stored: verdictOnText(apiVersion, facts.kind, surface) ?? '',
  };
}

function shownRow({ minor: at, event, target }: ReturnType<typeof timelineOf>[number]): string {
  return target === undefined ? `${formatMinor(at)} ${event}` : `${target}: ${event}`;
}

function findingsAt({ verdicts }: JudgedResource, path: string): string {
  return verdicts
    .flatMap(({ findings }) => findings.filter((finding) => finding.path === path))
    .map(({ message, why, remedy }) => `${message}\n${why}\n${remedy}`)
    .join('\n');
}

describe('the dates of an API', () => {
  /** The kinds of texts with claims, to verify that they were compared. */
  const counts = new Map<string, number>();
  const count = (source: string, { event }: Claim) =>
    counts.set(`${source} ${event}`, (counts.get(`${source} ${event}`) ?? 0) + 1);

  for (const target of targets) {
    it(`agree in message, hover, hint, lens and completion of every kind at ${target}`, () => {
      const surface = surfaceOf(target);
      const kinds = surface.catalog.kinds.filter(({ served }) => served.length > 0);
      const wrong: string[] = [];
      for (const facts of kinds) {
        const name = formatGroupVersionKind(facts);
        // The table follows what releases serve; all other texts are compared with it.
        const table = timelineOf(facts, [surface])
          .filter((row) => row.target === undefined)
          .map(shownRow);
        const dates = new Set(claimsIn(table.join('\n')).map(sameDate));
        const ends = [...dates].filter((date) => date.startsWith('gone'));
        if (facts.served.length === 1 && ends.length > 1) wrong.push(`${name}: ${ends.join(', ')}`);
        for (const [source, text] of Object.entries(textsOf(facts, surface))) {
          const claims = claimsIn(text);
          for (const claim of claims) {
            count(source, claim);
            const isCorrected = claim.event === 'announced' && claims.some(({ event }) => event === 'gone');
            if (dates.has(sameDate(claim)) || isCorrected) continue;
            wrong.push(`${name}, ${source}: ${claim.event} ${claim.minor}; table: ${table.join(', ')}`);
          }
        }
      }
      assert.equal(wrong.join('\n'), '');
    });
  }

  for (const target of ['1.20', '1.31', '1.37,emulated-version=1.34']) {
    it(`agree in message and hover of the fields that were added or removed at ${target}`, () => {
      const surface = surfaceOf(target);
      const wrong: string[] = [];
      for (const { gvk, field, text } of changedFields(surface)) {
        const [judged] = analyze(text, inputs('a.yaml', [surface])).resources;
        const position = outlinePositionAt(text, text.lastIndexOf(field) + 1);
        assert.ok(judged !== undefined && position !== undefined);
        const hover = describeField(position.container, field, [surface], noTexts) ?? '';
        const dates = new Set(claimsIn(hover).map(sameDate));
        for (const claim of claimsIn(findingsAt(judged, `spec.${field}`))) {
          count('field', claim);
          if (!dates.has(sameDate(claim))) {
            wrong.push(`${gvk} spec.${field}: ${claim.event} ${claim.minor}; hover: ${hover.replaceAll('\n', ' ')}`);
          }
        }
      }
      assert.equal(wrong.join('\n'), '');
    });
  }

  after(() => {
    const compared = ['finding', 'reference', 'hint', 'lens', 'hover', 'completion', 'setting', 'stored', 'field'];
    for (const source of compared) {
      const claims = [...counts]
        .filter(([key]) => key.startsWith(`${source} `))
        .reduce((sum, [, times]) => sum + times, 0);
      assert.ok(claims > 50, `${source}: ${claims}`);
    }
  });
});

const noTexts: Descriptions = { ofKubernetes: () => [], ofGroup: () => undefined };

/** The fields of specs that not all minors have, each in a manifest of a kind that the target serves. */
function changedFields(surface: ApiSurface) {
  const { catalog } = surface;
  return surface.resources.flatMap((resource) =>
    [catalog.oldest, surface.versions.binary, catalog.newest].flatMap((at) => {
      const spec = catalog.rootType(at, resource)?.fields.get('spec')?.type;
      const fields = spec?.kind === 'object' ? [...spec.type.fields.values()] : [];
      return fields
        .filter(({ introduced, last }) => introduced > catalog.oldest || last !== undefined)
        .map(({ name }) => ({
          gvk: formatGroupVersionKind(resource),
          field: name,
          text: `apiVersion: ${formatGroupVersion(resource)}\nkind: ${resource.kind}\nmetadata: {name: a}\nspec:\n  ${name}: a\n`,
        }));
    }),
  );
}
