import assert from 'node:assert/strict';
import { printable } from './displayWidth.ts';

describe('printable text', () => {
  it('controls neither the terminal nor the log of a pipeline, and has the same length', () => {
    const steering = [
      '\u001b[31mred',
      'a\tb',
      'x\u202Ey',
      'say ##[error]x',
      '##vso[task.setvariable]',
      '##VSO[a]',
      '::stop-commands::x',
      ' ::error file=a,line=1::x',
    ];
    for (const text of steering) {
      const shown = printable(text);
      assert.equal(shown.length, text.length);
      assert.doesNotMatch(shown, /\p{Cc}|\u202E|##\[|##vso\[|^\s*::/iu);
    }
    for (const text of ['::1', 'a ::error::b', '::', '::ffff:1.2.3.4']) assert.equal(printable(text), text);
    assert.equal(printable('## [Title] of a text ##'), '## [Title] of a text ##');
  });
});
