import assert from 'node:assert/strict';
import { at, kindKey } from '../catalog/catalog.ts';
import type { DefaultFacts, FactValue } from '../catalog/conversionFacts.ts';
import { formatGroupVersion, formatGroupVersionKind } from '../target/groupVersion.ts';
import { readCatalog } from '../workspace/catalogFile.ts';
import type { ConversionRule } from './rule.ts';
import { destination, routesFrom, rules } from './rules.ts';

const catalog = readCatalog();
const title = (rule: ConversionRule) =>
  `${rule.kind} ${formatGroupVersion(rule.from)} -> ${formatGroupVersion(rule.to)}`;
const factsOf = (rule: ConversionRule) =>
  catalog.conversions.find(
    ({ from, to }) =>
      to !== undefined &&
      kindKey(from) === kindKey({ ...rule.from, kind: rule.kind }) &&
      kindKey(to) === kindKey({ ...rule.to, kind: rule.kind }),
  );
const pinned = (rule: ConversionRule) =>
  new Map(rule.steps.flatMap((step) => (step.step === 'pin' ? [[step.path, step.value]] : [])));
const stops = (rule: ConversionRule, path: string) =>
  rule.steps.some((step) => step.step === 'refuse' && (step.path === '' || path.startsWith(step.path)));

const moved = (rule: ConversionRule, path: string) => {
  for (const step of rule.steps) {
    if (step.step !== 'move') continue;
    for (const { from, to } of step.moves) {
      if (typeof to === 'string' && path === `${step.at}.${from}`) return `${step.at}.${to}`;
    }
  }
  return path;
};

describe('conversion rules', () => {
  it('speak of kinds that Kubernetes has or had', () => {
    for (const rule of rules) {
      assert(catalog.kind({ ...rule.from, kind: rule.kind }) !== undefined, title(rule));
      assert(catalog.kind({ ...rule.to, kind: rule.kind }) !== undefined, title(rule));
    }
    assert(rules.length > 100, `${rules.length} rules`);
  });

  it('are there for every conversion that the facts know', () => {
    const missing = catalog.conversions.filter(({ from, to }) => {
      // A Scale is only the body of a subresource; where a field moved within one version there is no other version.
      if (to === undefined || from.kind === 'Scale' || catalog.kind(from) === undefined) return false;
      return !routesFrom(from).some((route) => kindKey(destination(route)) === kindKey(to));
    });
    assert.deepEqual(
      missing.map(
        ({ from, to }) => `${formatGroupVersionKind(from)} -> ${to === undefined ? '' : formatGroupVersion(to)}`,
      ),
      [],
    );
  });

  it('do something where the facts know of a difference', () => {
    const silent = rules.filter((rule) => {
      const facts = factsOf(rule);
      if (facts === undefined || rule.steps.length > 0) return false;
      return facts.map.length + facts.dropped.length + facts.required.length + facts.defaults.length > 0;
    });
    assert.deepEqual(silent.map(title), []);
  });

  it('pin every default that the facts know to differ', () => {
    let compared = 0;
    for (const rule of rules) {
      for (const { path, old, new: now } of factsOf(rule)?.defaults ?? []) {
        if (JSON.stringify(old) === JSON.stringify(now)) continue;
        compared++;
        const value = pinned(rule).get(path);
        assert(
          stops(rule, path) || (value !== undefined && JSON.stringify(value) === JSON.stringify(old)),
          `${title(rule)}: ${path} was ${JSON.stringify(old)}, pinned is ${JSON.stringify(value)}`,
        );
      }
    }
    assert(compared > 20, `${compared} defaults`);
  });

  it('pin every default that was measured to differ', () => {
    let compared = 0;
    const differing: string[] = [];
    for (const rule of rules) {
      const from = catalog.defaults({ ...rule.from, kind: rule.kind });
      const to = catalog.defaults({ ...rule.to, kind: rule.kind });
      const minor = from?.measuredIn.filter((one) => to?.measuredIn.includes(one)).at(-1);
      if (from === undefined || to === undefined || minor === undefined) continue;
      compared++;
      for (const object of ['empty', 'filled'] as const) {
        const before = plainDefaults(from, object, minor);
        const after = plainDefaults(to, object, minor);
        for (const path of new Set([...before.keys(), ...after.keys()])) {
          const old = JSON.stringify(before.get(path));
          const now = JSON.stringify(after.get(moved(rule, path)));
          if (old === now || stops(rule, path) || JSON.stringify(pinned(rule).get(path)) === old) continue;
          differing.push(`${title(rule)}: ${path} is ${old} before and ${now} after (${object})`);
        }
      }
    }
    assert.deepEqual(differing, []);
    assert(compared > 25, `${compared} pairs`);
  });

  it('say where they come from', () => {
    assert.deepEqual(rules.filter(({ source }) => source === '').map(title), []);
  });
});

function plainDefaults(
  facts: DefaultFacts,
  object: 'empty' | 'filled',
  minor: number,
): ReadonlyMap<string, FactValue | undefined> {
  const plain = facts.cases.find((one) => one.object === object && one.when === undefined);
  const values = [...(plain?.values ?? [])].map(([path, history]) => {
    const last = history.filter(([from]) => from <= minor).at(-1);
    return [path, last === undefined ? undefined : at([last], last[0])] as const;
  });
  return new Map(values);
}
