import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { documentsOf } from './shell.ts';

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly Question[];
}

interface Question {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>> & { readonly label: string };
  readonly validations?: { readonly required: boolean };
}

/** The attributes that each type of question may have (GitHub's "Syntax for GitHub's form schema"). */
const attributes: Readonly<Record<string, readonly string[]>> = {
  input: ['label', 'description', 'placeholder', 'value'],
  textarea: ['label', 'description', 'placeholder', 'value', 'render'],
  dropdown: ['label', 'description', 'multiple', 'options', 'default'],
};

describe('issue forms', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const files = readdirSync(folder).filter((name) => name !== 'config.yml');
  const formOf = (file: string): Form => {
    const [form] = documentsOf<Form>(`${folder}/${file}`);
    assert.ok(form !== undefined, file);
    return form;
  };

  it('exist for false alarms, misses, bugs and feature requests', () => {
    assert.deepEqual(files.sort(), ['bug.yml', 'false-alarm.yml', 'miss.yml', 'wish.yml']);
    const names = files.map((file) => formOf(file).name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(documentsOf(`${folder}/config.yml`), [{ blank_issues_enabled: false }]);
  });

  for (const file of files) {
    it(`are valid for GitHub: ${file}`, () => {
      const { body, ...head } = formOf(file);
      assert.deepEqual(Object.keys(head), ['name', 'description']);
      for (const text of Object.values(head)) assert.ok(text.length > 2 && text.length < 200);
      for (const distinct of [body.map(({ id }) => id), body.map((question) => question.attributes.label)]) {
        assert.equal(new Set(distinct).size, body.length, 'ids and labels are unique');
      }
      for (const question of body) {
        const known = attributes[question.type];
        assert.ok(known !== undefined, question.type);
        assert.match(question.id, /^[A-Za-z0-9_-]+$/);
        assert.deepEqual(
          Object.keys(question).filter((key) => !['type', 'id', 'attributes', 'validations'].includes(key)),
          [],
        );
        assert.deepEqual(
          Object.keys(question.attributes).filter((key) => !known.includes(key)),
          [],
        );
        assert.equal(typeof question.attributes.label, 'string');
        if (question.validations !== undefined) {
          assert.deepEqual(Object.entries(question.validations), [['required', true]]);
        }
        if (question.type === 'dropdown') {
          const { options } = question.attributes;
          assert.ok(Array.isArray(options) && options.length > 0 && new Set(options).size === options.length);
          for (const option of options) assert.ok(typeof option === 'string' && option.toLowerCase() !== 'none');
        }
      }
    });
  }

  it('ask for everything that npm run fixture reads', () => {
    for (const file of ['false-alarm.yml', 'miss.yml']) {
      const required = formOf(file).body.filter(({ validations }) => validations?.required === true);
      const labels = required.map((question) => question.attributes.label);
      for (const label of ['Manifest', 'Target', 'What the server said']) assert.ok(labels.includes(label), label);
    }
  });
});

describe('documents for contributors', () => {
  it('exist, and link only to existing files', () => {
    for (const file of ['GOVERNANCE.md', 'SUPPORT.md', 'ROADMAP.md', 'SECURITY.md', 'CONTRIBUTING.md']) {
      const text = readFileSync(file, 'utf8');
      assert.ok(text.startsWith('# '), file);
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
      for (const link of links) assert.ok(existsSync(link), `${file}: ${link}`);
    }
  });

  it('name the versions of the package, the extension and the catalogue', () => {
    const text = readFileSync('SUPPORT.md', 'utf8');
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { oldest, newest } = readCatalog();
    for (const version of [
      `Node.js ${engines.node.replace('>=', '')}`,
      `VS Code ${engines.vscode.replace('^', '').replace(/\.0$/, '')}`,
      `1.${oldest} to 1.${newest}`,
    ]) {
      assert.ok(text.includes(version), version);
    }
  });
});
