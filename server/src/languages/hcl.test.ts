import assert from 'node:assert/strict';
import { assertProblemsInside } from '../../../test/support/damagedTexts.ts';
import type { Expression } from './expression.ts';
import { readHcl } from './hcl.ts';

/** The value of the only attribute of a text, in short form. */
function onlyValue(text: string): unknown {
  const { attributes, problems } = readHcl(text);
  assert.deepEqual(problems, [], text);
  const [only] = attributes;
  assert.ok(only !== undefined && attributes.length === 1, text);
  return short(only.value);
}

function short(expression: Expression): unknown {
  switch (expression.kind) {
    case 'text':
      return expression.value;
    case 'number':
    case 'word':
      return { [expression.kind]: expression.text };
    case 'name':
      return { name: expression.name };
    case 'member':
      return { of: short(expression.of), member: expression.name };
    case 'index':
      return { of: short(expression.of), index: short(expression.index) };
    case 'call':
      return { call: expression.name, with: expression.arguments.map(short) };
    case 'conditional':
      return { if: short(expression.condition), yes: short(expression.yes), no: short(expression.no) };
    case 'binary':
      return [short(expression.left), expression.operator, short(expression.right)];
    case 'list':
      return expression.items.map(short);
    case 'template':
      return { parts: expression.parts.map(short) };
    case 'object':
      return Object.fromEntries(
        expression.entries.map(({ key, value }) => [key.kind === 'name' ? key.name : String(short(key)), short(value)]),
      );
    default:
      return undefined;
  }
}

describe('HCL', () => {
  it('has strings with escapes and interpolation', () => {
    assert.equal(onlyValue('a = "1.31"'), '1.31');
    assert.equal(onlyValue('a = "a\\"b\\n\\u00e9 $${x} %%{y}"'), 'a"b\né ${x} %{y}');
    assert.deepEqual(onlyValue('a = "x-${var.b}"'), { parts: ['x-', { of: { name: 'var' }, member: 'b' }] });
    assert.deepEqual(onlyValue('a = "${"${b}"}"'), { parts: [{ parts: [{ name: 'b' }] }] });
    assert.equal(onlyValue('a = <<EOT\n} "\nEOT\n'), '} "\n');
    assert.equal(onlyValue('a = <<-EOT\n  x\n  EOT\n'), '  x\n');
  });

  it('has names, calls, operators and conditions', () => {
    assert.deepEqual(onlyValue('a = var.b[0].c["d"]'), {
      of: { of: { of: { of: { name: 'var' }, member: 'b' }, index: { number: '0' } }, member: 'c' },
      index: 'd',
    });
    assert.deepEqual(onlyValue('a = f(1, "b",\n  [c],)'), { call: 'f', with: [{ number: '1' }, 'b', [{ name: 'c' }]] });
    assert.deepEqual(onlyValue('a = b == null ? 1 : -2.5'), {
      if: [{ name: 'b' }, '==', { word: 'null' }],
      yes: { number: '1' },
      no: { number: '-2.5' },
    });
    assert.deepEqual(onlyValue('a = 1 + 2 * 3'), [{ number: '1' }, '+', [{ number: '2' }, '*', { number: '3' }]]);
    assert.deepEqual(onlyValue('a = {b = 1, "c": 2\n d = {}\n}'), { b: { number: '1' }, c: { number: '2' }, d: {} });
    assert.equal(onlyValue('a = [for x in y : x if x != "]"]'), undefined);
  });

  it('has blocks with labels, on several lines and on one, and comments', () => {
    const { blocks, problems } = readHcl(
      '# a\n// b\nresource "x" "y" { /* c */\n b = 1\n inner { c = 2 }\n}\nz w {}\n',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      blocks.map(({ type, labels, body }) => [type, labels, body.attributes.map(({ name }) => name)]),
      [
        ['resource', ['x', 'y'], ['b']],
        ['z', ['w'], []],
      ],
    );
    assert.equal(blocks[0]?.body.blocks[0]?.type, 'inner');
  });

  it('has the position of each value', () => {
    const text = 'a {\n  version = "1.31" # x\n}\n';
    const value = readHcl(text).blocks[0]?.body.attributes[0]?.value;
    assert.ok(value?.kind === 'text');
    assert.equal(text.slice(value.inner.start, value.inner.end), '1.31');
  });

  it('may have signed numbers as keys of objects', () => {
    const { attributes, problems } = readHcl('a = { -1 : "x", 2 = "y" }\nb = 3\n');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      attributes.map(({ name }) => name),
      ['a', 'b'],
    );
  });

  it('is read on after a syntax error, whose position is reported', () => {
    const { attributes, blocks, problems } = readHcl('a = = 1\nb = 2\nc "d" e = 3\nf {\n  g = \n}\nh = "open\ni = 4\n');
    assert.deepEqual(
      attributes.map(({ name }) => name),
      ['a', 'b', 'h', 'i'],
    );
    assert.equal(blocks[0]?.type, 'f');
    assert.deepEqual(
      problems.map(({ message, start }) => `${start} ${message}`),
      ['4 a value is missing', '22 "=" or "{" is missing', '36 a value is missing', '48 the string is not closed'],
    );
  });

  it('is parsed in bounded time, however deep or damaged the text', () => {
    for (const open of ['[', '{', '(', 'a {', '"${', 'a = {b=', '!', '-', 'a ? ', '<<A\n', '/*'])
      readHcl(`x = ${open.repeat(20_000)}`);
    assertProblemsInside(readHcl, ['"', 'a', '<<E', '#', ',']);
  });
});
