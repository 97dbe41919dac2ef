import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { analyze, createTarget } from '../server/src/library/index.ts';

const checks = new URL('../server/src/checks/', import.meta.url);

interface Example {
  readonly code: string;
  readonly target: string;
  readonly file: string;
  readonly yaml: string;
}

/** The examples of a page that name a target: those are whole files, which a reader can check. */
function examplesOf(page: string): readonly Example[] {
  return page.split(/^(?=# [a-z-]+$)/m).flatMap((part) => {
    const code = /^# ([a-z-]+)$/m.exec(part)?.[1];
    const [, target, file = 'example.yaml', yaml] =
      /^## Example\n\nTarget: `([^`]+)`(?:, as `([^`]+)`)?\n[\s\S]*?```yaml\n([\s\S]*?)```/m.exec(part) ?? [];
    return code === undefined || target === undefined || yaml === undefined ? [] : [{ code, target, file, yaml }];
  });
}

const pages = readdirSync(checks, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, checks))
      .filter((file) => file === 'README.md')
      .map(() => name),
  )
  .map((name) => ({ name, page: readFileSync(new URL(`${name}/README.md`, checks), 'utf8') }));

describe('examples of the pages that explain findings', () => {
  for (const { name, page } of pages) {
    for (const { code, target, file, yaml } of examplesOf(page)) {
      it(`${name}: ${code} at ${target}`, () => {
        const made = createTarget(target);
        assert.ok(made.ok, target);
        const codes = analyze(yaml, made.target, { file }).findings.map((finding) => finding.code);
        assert.ok(codes.includes(code), `found ${codes.join(', ') || 'nothing'}`);
      });
    }
  }

  it('are run wherever a page names their target', () => {
    const named = pages.flatMap(({ page }) => page.match(/^Target: `/gm) ?? []);
    assert.equal(pages.flatMap(({ page }) => examplesOf(page)).length, named.length);
  });
});
