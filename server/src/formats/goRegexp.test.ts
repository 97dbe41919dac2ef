import assert from 'node:assert/strict';
import { goRegexpProblem } from './goRegexp.ts';

// What Go's regexp.Compile says to each.
const taken = [
  '',
  '^[a-z]([-a-z0-9]*[a-z0-9])?$',
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))$',
  '(?P<n>\\pL+)(?i:y)*?\\z',
  '(?s)a{2,}?b{,3}{',
  '[]a]|[^]b]|[[:alpha:]\\-]',
  '\\Q(((\\E',
  'a\\ \\_\\/',
  '[\\d-z]|[+--]|[\\x41-\\x{5A}]',
  'a(?i)*|a*(?i)*',
  'a|b',
];
const refused = [
  '(?=a)',
  '(?!a)',
  '(?<=a)b',
  '(a)\\1',
  '[a',
  '(a',
  'a)',
  '*a',
  'a**',
  'a{2}{3}',
  'a{1001}',
  'a{3,2}',
  '\\Z',
  '\\C',
  '\\é',
  '[z-a]',
  '[a-\\d]',
  '[\\b]',
  '[[:letter:]]',
  '(\\Q)',
  '\\x{110000}',
  '\\u0041',
  'a\\',
];

describe('patterns of Go', () => {
  for (const pattern of taken) {
    it(`takes ${JSON.stringify(pattern)}`, () => assert.equal(goRegexpProblem(pattern), undefined));
  }
  for (const pattern of refused) {
    it(`refuses ${JSON.stringify(pattern)}`, () => assert.notEqual(goRegexpProblem(pattern), undefined));
  }
});
