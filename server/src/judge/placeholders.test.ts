/*
 * `test/recorded/placeholders/answers.json`: texts that look like placeholders and some that do not, in fields of many
 * kinds, and the answers of 1.37.1 to creates with them.
 */
import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import answers from '../../../test/recorded/placeholders/answers.json' with { type: 'json' };
import { analyze } from '../analyze.ts';
import { isError } from '../finding.ts';

/** The result for texts that are not recognised as placeholders. */
const others: ReadonlyMap<string, 'error' | 'template'> = new Map([
  ['\u0024{HOME} in a command beside a field that is missing', 'error'],
  ['\u0024{HOME} in a comment beside a field that is missing', 'error'],
  ['<host> and a real mistake beside it', 'error'],
  // Nothing indicates a placeholder.
  ['{X} without quotes as whole spec', 'error'],
  ['nothing as integer', 'error'],
  ['nothing as name', 'error'],
  ['nothing as whole map', 'error'],
  ['<x> in a comment beside a wrong name', 'error'],
  // ERB templates are evaluated.
  ['<%= name %> as a name', 'template'],
]);

/** Forms that not only placeholders have: the refusal stays, and its remedy names the placeholder. */
const ambiguous =
  /^(?:\{\{ x|%X|\$\(|\$[A-Z]|CHANGEME|REPLACE_ME|change-me|xxx|\.\.\.|\{X\}|\[x\]|\[\[ x|«X»|#\{|YOUR_NAME|\?\?\?|TODO|\{name|\[your)/;

function outcomeOf(text: string): 'error' | 'error with hint' | 'placeholder' | 'template' | 'nothing' {
  const { resources, documentFindings, notJudged } = analyze(text, inputs('a.yaml', [surfaceOf('1.37')]));
  const findings = [
    ...documentFindings.map(({ finding }) => finding),
    ...resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings)),
  ];
  if (findings.some(({ code }) => code === 'unfilled-placeholder')) return 'placeholder';
  const errors = findings.filter(isError);
  if (errors.length > 0) {
    return errors.some(({ remedy }) => / may be a placeholder: /.test(remedy)) ? 'error with hint' : 'error';
  }
  return notJudged.some(({ reason }) => reason === 'template') ? 'template' : 'nothing';
}

describe('texts that look like placeholders', () => {
  // Answers of kube-apiserver 1.37.1 and 1.37.2 to dry-run creates with strict validation.
  for (const { title, manifest, verdict } of answers) {
    const refused = others.get(title) ?? (ambiguous.test(title) ? 'error with hint' : 'placeholder');
    const expected = verdict === 'accepted' ? 'nothing' : refused;
    it(`${title}: ${verdict}, reported as ${expected}`, () => assert.equal(outcomeOf(manifest), expected));
  }
});
