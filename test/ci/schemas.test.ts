import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { documentsOf } from './shell.ts';

/** The forges with a schema in this folder, and the files of this repository that must be valid against it. */
const forges = {
  'github-workflow': readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`),
  'gitlab-ci': readdirSync('ci/gitlab').map((name) => `ci/gitlab/${name}`),
} as const;

function schemaOf(forge: string): ValidateFunction {
  const schema: unknown = JSON.parse(readFileSync(`test/ci/schemas/${forge}.json`, 'utf8'));
  assert.ok(typeof schema === 'object' && schema !== null);
  // String formats, such as addresses, are not tested.
  return new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
}

describe('the schemas of workflows and pipelines', () => {
  for (const [forge, files] of Object.entries(forges)) {
    it(`accept the existing files: ${forge}`, () => {
      const validate = schemaOf(forge);
      assert.ok(files.length > 2, String(files.length));
      for (const file of files)
        for (const document of documentsOf<unknown>(file))
          assert.ok(validate(document), `${file}: ${JSON.stringify(validate.errors)}`);
    });
  }

  it('refuse a workflow with a key that GitHub does not know', () => {
    const [workflow] = documentsOf<{ readonly jobs: { readonly renew: object } }>(
      '.github/workflows/kubernetes-releases.yml',
    );
    assert.ok(workflow !== undefined);
    const validate = schemaOf('github-workflow');
    assert.equal(validate({ ...workflow, jobs: { renew: { ...workflow.jobs.renew, 'runs-at': 'noon' } } }), false);
    assert.equal(validate({ ...workflow, on: { schedules: [] } }), false);
    assert.equal(validate({ ...workflow, permissions: { contents: 'push' } }), false);
  });

  it('refuse a pipeline with a key that GitLab does not know', () => {
    const [pipeline] = documentsOf<{ readonly 'kubernetes-releases': object }>(
      'ci/gitlab/kubernetes-releases.gitlab-ci.yml',
    );
    assert.ok(pipeline !== undefined);
    const validate = schemaOf('gitlab-ci');
    const job = pipeline['kubernetes-releases'];
    assert.equal(validate({ 'kubernetes-releases': { ...job, cach: [] } }), false);
    assert.equal(validate({ 'kubernetes-releases': { ...job, timeout: 3 } }), false);
  });
});
