import assert from 'node:assert/strict';
import { readRenderError, renderedTemplates } from './rendered.ts';

describe('renderedTemplates', () => {
  it('puts the documents of each template together', () => {
    const output = [
      '---\n# Source: shop/templates/a.yaml\nkind: A\n',
      '---\n# Source: shop/charts/sub/templates/b.yaml\nkind: B\ntext: |\n  ---\n  # Source: no header\n',
      '---\n# Source: shop/templates/a.yaml\nkind: C\n',
    ].join('');
    assert.deepEqual(renderedTemplates(output), [
      { file: 'templates/a.yaml', text: 'kind: A\n---\nkind: C\n' },
      { file: 'charts/sub/templates/b.yaml', text: 'kind: B\ntext: |\n  ---\n  # Source: no header\n' },
    ]);
    assert.deepEqual(renderedTemplates(''), []);
  });
});

describe('readRenderError', () => {
  const placed = (text: string) => {
    const { file, line, column } = readRenderError(text);
    return [file, line, column];
  };
  it('reads the file and line that Helm names', () => {
    assert.deepEqual(
      placed('Error: template: shop/templates/a.yaml:13:38: executing "shop/templates/a.yaml" at <b64enc>: wrong'),
      ['templates/a.yaml', 12, 38],
    );
    assert.deepEqual(placed('Error: execution error at (shop/templates/a.yaml:3:5): a name is required'), [
      'templates/a.yaml',
      2,
      5,
    ]);
    assert.deepEqual(placed('Error: parse error at (shop/templates/a.yaml:7): unclosed action'), [
      'templates/a.yaml',
      6,
      undefined,
    ]);
    assert.deepEqual(placed('Error: YAML parse error on shop/templates/a.yaml: error converting YAML to JSON: x'), [
      'templates/a.yaml',
      undefined,
      undefined,
    ]);
    assert.deepEqual(placed('Error: chart requires kubeVersion: <1.30.0 which is incompatible with v1.37.0'), [
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('omits irrelevant output', () => {
    const { message } = readRenderError(
      'WARNING: old\nError: no such thing\n\nUse --debug flag to render out invalid YAML',
    );
    assert.equal(message, 'no such thing');
  });
});
