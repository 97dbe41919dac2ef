import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addLiveTarget } from './addLiveTarget.ts';
import { decodeConfig } from './decodeConfig.ts';

describe('addLiveTarget', () => {
  const expected: readonly (readonly [string, string, string])[] = [
    ['an empty file', '', 'targets:\n  live:\n    context: staging\n'],
    ['a file with comments only', '# ours\n', '# ours\ntargets:\n  live:\n    context: staging\n'],
    [
      'a map with comments',
      'targets:\n  # the old one\n  prod: { binaryVersion: "1.36" } # keep\n\ndefault: [prod]\n',
      'targets:\n  # the old one\n  prod: { binaryVersion: "1.36" } # keep\n  live:\n    context: staging\n\ndefault: [prod]\n',
    ],
    [
      'a flow map',
      'targets: { prod: { binaryVersion: "1.36" } }\n',
      'targets: { prod: { binaryVersion: "1.36" }, live: {context: staging} }\n',
    ],
    [
      'a file without targets',
      'severity: { deprecated-api: hint }\n',
      'severity: { deprecated-api: hint }\ntargets:\n  live:\n    context: staging\n',
    ],
    ['a file with empty targets', 'targets:\ndefault:\n', 'targets:\n  live:\n    context: staging\ndefault:\n'],
  ];
  for (const [title, before, after] of expected) {
    it(`extends ${title}`, () => assert.equal(addLiveTarget(before, 'live', 'staging'), after));
  }

  it('writes any name of a context so that it reads back the same', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (context) => {
        const text = addLiveTarget('targets:\n  prod: { binaryVersion: "1.36" } # keep\n', 'live', context);
        assert.ok(text !== undefined);
        assert.ok(text.includes('# keep'));
        const { config, problems } = decodeConfig(text, new Set());
        assert.deepEqual(problems, []);
        const found = config.targets.get('live');
        assert.equal(found?.kind === 'live' ? found.context : undefined, context);
      }),
    );
  });

  it('refuses a file that it cannot extend', () => {
    for (const text of ['targets: [a]\n', '- a\n', 'a: 1\n---\nb: 1\n', 'a: [\n']) {
      assert.equal(addLiveTarget(text, 'live', 'staging'), undefined);
    }
  });
});
