import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { Node } from '../../../server/src/manifest/node.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { inYamlStyle, type PlainValue, type YamlStyle } from '../../support/yamlStyle.ts';
import { inputsOf } from '../properties.ts';
import type { Subject } from '../subject.ts';
import { manifestTexts } from './judge.ts';

const plainest: YamlStyle = {
  indent: 2,
  lineBreak: '\n',
  comments: false,
  blankLines: false,
  quotes: 'double',
  dashed: true,
  flowBelow: 99,
  flowLines: false,
  finalBreak: true,
};

/** Very different ways to write the same value. */
const writers: readonly ((value: PlainValue) => string)[] = [
  (value) => inYamlStyle(value, { ...plainest, comments: true, blankLines: true, quotes: 'single', indent: 4 }),
  (value) => inYamlStyle(value, { ...plainest, quotes: 'none', dashed: false, lineBreak: '\r\n', finalBreak: false }),
  (value) => inYamlStyle(value, { ...plainest, flowBelow: 1, flowLines: true, comments: true }),
  (value) => inYamlStyle(value, { ...plainest, flowBelow: 3, quotes: 'none' }),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, undefined, 3),
];

/** The findings on objects are the same in every YAML style and in any order of documents. */
export const stylesOfObjects: Subject = {
  name: 'styles',
  share: 1,
  inputs: manifestTexts,
  hold(text) {
    const values = plainValuesOf(text);
    if (values === undefined || values.length === 0) return;
    const expected = verdicts(values.map((value) => inYamlStyle(value, plainest)));
    for (const [index, writer] of writers.entries())
      assert.deepEqual(verdicts(values.map(writer)), expected, `written in way ${index}`);
    const reversed = values.toReversed().map((value) => inYamlStyle(value, plainest));
    assert.deepEqual(verdicts(reversed).toSorted(), expected.toSorted(), 'in another order');
  },
};

/** The findings on documents, without positions. */
function verdicts(documents: readonly string[]): readonly string[] {
  const text = documents.map((document) => (document.endsWith('\n') ? document : `${document}\n`)).join('---\n');
  const { documentFindings, resources, notJudged } = analyze(text, inputsOf(''));
  return [
    ...notJudged.map(({ reason, detail }) => `${reason} ${detail}`),
    ...documentFindings.map(({ finding }) => `${finding.code} ${finding.path} ${finding.message}`),
    ...resources.flatMap(({ resource: { kind, name, item }, verdicts: all }) =>
      all.flatMap(({ surface, findings }) =>
        findings
          .map(
            ({ code, path, message, consequence }) =>
              `${kind} ${name} ${item} ${surface.name} ${code} ${consequence} ${path} ${message}`,
          )
          .sort(),
      ),
    ),
  ];
}

/**
 * The values of a text; undefined if the text has properties that its values lack: duplicate keys, integers too large
 * for JSON, placeholders, embedded texts.
 */
function plainValuesOf(text: string): readonly PlainValue[] | undefined {
  const values: PlainValue[] = [];
  for (const { root, problems } of readManifest(text).documents) {
    const value = root === undefined || problems.length > 0 ? undefined : plainOf(root, 0);
    if (value === undefined) return undefined;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) values.push(value);
  }
  return values;
}

function plainOf(node: Node, depth: number): PlainValue | undefined {
  if (depth > 60) return undefined;
  if (node.kind === 'scalar') {
    const { value } = node;
    if (typeof value === 'bigint' || (typeof value === 'string' && hasMeaningInText.test(value))) return undefined;
    return typeof value === 'number' && !Number.isSafeInteger(value) ? undefined : value;
  }
  if (node.kind === 'list') {
    const items = node.items.map((item) => plainOf(item, depth + 1));
    return items.some((item) => item === undefined)
      ? undefined
      : items.flatMap((item) => (item === undefined ? [] : [item]));
  }
  const map: Record<string, PlainValue> = Object.create(null);
  for (const { key, value } of node.entries) {
    const item = plainOf(value, depth + 1);
    if (item === undefined || key in map || hasMeaningInText.test(key)) return undefined;
    map[key] = item;
  }
  // JavaScript moves numeric keys to the front.
  return Object.keys(map).some((key) => /^\d+$/.test(key)) ? undefined : map;
}

/** Placeholders are detected in the text with its surroundings, and text in string values has its own positions. */
const hasMeaningInText = /\$[({]|\{\{|@@|__|<|\n|\ufeff|[\ud800-\udfff]/;
