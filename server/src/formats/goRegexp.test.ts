import assert from 'node:assert/strict';
import { goRegexpProblem } from './goRegexp.ts';

// The results of Go's regexp.Compile.
const accepted = [
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
  '((a{10}){10}b){10}',
  '(?:(a{1000}){0}){1}',
  `${'('.repeat(999)}a${')'.repeat(999)}`,
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
  '(a{1000}){1000}',
  '((a{1,1000}){1,1000}){1,1000}',
  '(?:x|(a{2,}b){501}){2}',
  `${'('.repeat(1000)}a${')'.repeat(1000)}`,
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

describe('regular expressions of Go', () => {
  for (const pattern of accepted) {
    it(`accepts ${JSON.stringify(pattern)}`, () => assert.equal(goRegexpProblem(pattern), undefined));
  }
  for (const pattern of refused) {
    it(`refuses ${JSON.stringify(pattern)}`, () => assert.notEqual(goRegexpProblem(pattern), undefined));
  }
});
