import assert from 'node:assert/strict';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { suggestObjects } from '../suggestObjects.ts';
import { cutAtStops, fillStops } from './stops.ts';

/** Codes about the choice of version: some kinds have no better version. */
const aboutVersion: ReadonlySet<string> = new Set(['deprecated-api', 'opt-in-api', 'stale-api']);

/** All complete objects that a target offers, with defaults filled in. */
function objectsOf(surface: ApiSurface): readonly { readonly name: string; readonly text: string }[] {
  return suggestObjects([surface]).map(({ label, note, pieces, stops = [] }) => ({
    name: `${note} ${label}`,
    text: `${fillStops({ pieces, stops })}\n`,
  }));
}

function findingsOf(text: string, surface: ApiSurface): readonly string[] {
  const { resources, documentFindings } = analyze(text, inputs('new.yaml', [surface]));
  assert.equal(resources.length, 1, text);
  const found = resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings));
  return [...found, ...documentFindings.map(({ finding }) => finding)]
    .filter(({ code }) => !aboutVersion.has(code))
    .map(({ code, message }) => `${code}: ${message}`);
}

describe('skeletonOf', () => {
  const all = 'api/all=true';
  const gates = 'feature-gates=AllAlpha=true,feature-gates=AllBeta=true';
  for (const target of ['1.37', `1.37,runtime-config=${all},${gates}`, '1.34', '1.28', '1.22']) {
    it(`makes a valid skeleton of every kind that can be created at ${target}`, () => {
      const surface = surfaceOf(target);
      const objects = objectsOf(surface);
      const bad = objects.flatMap(({ name, text }) => findingsOf(text, surface).map((found) => `${name}: ${found}`));
      assert.deepEqual(bad, []);
      assert.ok(objects.length > 50, `only ${objects.length}`);
    });
  }

  it('offers each kind once in each of its groups', () => {
    const names = objectsOf(surfaceOf('1.37')).map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(names.filter((name) => / (?:Event|HorizontalPodAutoscaler|Deployment)$/.test(name)).sort(), [
      'apps/v1 Deployment',
      'autoscaling/v2 HorizontalPodAutoscaler',
      'events.k8s.io/v1 Event',
      'v1 Event',
    ]);
  });

  it('has more tab stops than the name, except for these kinds', () => {
    const few = suggestObjects([surfaceOf('1.37')]).filter(({ stops = [] }) => stops.length < 2);
    assert.deepEqual(few.map(({ label }) => label).sort(), [
      'Namespace',
      'Node',
      'SelfSubjectReview',
      'SelfSubjectRulesReview',
      'ServiceAccount',
      'TokenReview',
    ]);
  });
});

describe('cutAtStops', () => {
  it('cuts at stops with a value, with values to choose from and with none', () => {
    assert.deepEqual(cutAtStops('a: <1:x>\nb: <2:p|q>\nc: "<3:>"\nd: <1:x>'), {
      pieces: ['a: ', '\nb: ', '\nc: "', '"\nd: ', ''],
      stops: [
        { number: 1, values: ['x'] },
        { number: 2, values: ['p', 'q'] },
        { number: 3, values: [''] },
        { number: 1, values: ['x'] },
      ],
    });
  });

  it('keeps text that only looks like a tab stop', () => {
    for (const text of ['a < 1: b', '<a:b>', 'x <= 5']) assert.deepEqual(cutAtStops(text).pieces, [text]);
    assert.deepEqual(cutAtStops('<8:a <= 5>').stops, [{ number: 8, values: ['a <= 5'] }]);
  });
});
