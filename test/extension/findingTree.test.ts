import assert from 'node:assert/strict';
import type { Finding } from '../../client/src/findings/finding.ts';
import {
  findingTree,
  type Group,
  type Grouping,
  groupings,
  isFixable,
  type Node,
} from '../../client/src/findings/findingTree.ts';

const at = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 9 } });

function finding(file: string, line: number, of: Partial<Finding> = {}): Finding {
  return {
    uri: `file:///w/${file}`,
    file,
    ...at(line),
    severity: 'error',
    code: 'removed-api',
    message: 'gone',
    targets: ['1.37'],
    clusters: [],
    resource: 'CronJob report',
    path: 'apiVersion',
    ...of,
  };
}

const findings: readonly Finding[] = [
  finding('b.yaml', 4, { clusters: ['staging'] }),
  finding('b.yaml', 1, { code: 'deprecated-api', severity: 'warning', targets: ['1.24', '1.37'] }),
  finding('a.yaml', 9),
  finding('a.yaml', 2, { code: 'syntax-error', targets: [] }),
];

/** A tree as lines: names, counts of errors and warnings, and positions of findings. */
function drawn(nodes: readonly Node[], depth = 0): string[] {
  return nodes.flatMap((node) => {
    const indent = '  '.repeat(depth);
    if (node.kind === 'finding') return [`${indent}${node.finding.file}:${node.finding.start.line}`];
    return [`${indent}${node.name} ${node.counts.error}+${node.counts.warning}`, ...drawn(node.children, depth + 1)];
  });
}

const names = { everyTarget: 'any target', noCluster: 'no cluster' };

const tree = (grouping: Grouping) => findingTree(findings, grouping, names, () => []);

function everyNode(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => [node, ...(node.kind === 'finding' ? [] : everyNode(node.children))]);
}

describe('the tree of findings', () => {
  it('groups them by code, the most severe first, in the order of files and lines', () => {
    assert.deepEqual(drawn(tree('finding')), [
      'removed-api 2+0',
      '  a.yaml:9',
      '  b.yaml:4',
      'syntax-error 1+0',
      '  a.yaml:2',
      'deprecated-api 0+1',
      '  b.yaml:1',
    ]);
  });

  it('groups them by target and file, each finding under all of its targets', () => {
    assert.deepEqual(drawn(tree('target')), [
      '1.37 2+1',
      '  a.yaml 1+0',
      '    a.yaml:9',
      '  b.yaml 1+1',
      '    b.yaml:1',
      '    b.yaml:4',
      'any target 1+0',
      '  a.yaml 1+0',
      '    a.yaml:2',
      '1.24 0+1',
      '  b.yaml 0+1',
      '    b.yaml:1',
    ]);
  });

  it('groups them by cluster and file', () => {
    assert.deepEqual(drawn(tree('cluster')), [
      'no cluster 2+1',
      '  a.yaml 2+0',
      '    a.yaml:2',
      '    a.yaml:9',
      '  b.yaml 0+1',
      '    b.yaml:1',
      'staging 1+0',
      '  b.yaml 1+0',
      '    b.yaml:4',
    ]);
  });

  it('groups them by file', () => {
    assert.deepEqual(drawn(tree('file')), [
      'a.yaml 2+0',
      '  a.yaml:2',
      '  a.yaml:9',
      'b.yaml 1+1',
      '  b.yaml:1',
      '  b.yaml:4',
    ]);
  });

  it('lists the files and codes of each group, for its fixes', () => {
    const [removed] = tree('finding');
    assert.deepEqual(removed?.files, ['file:///w/a.yaml', 'file:///w/b.yaml']);
    assert.deepEqual(removed?.codes, ['removed-api']);
    const groups: readonly Group[] = [...tree('target'), ...tree('file')];
    assert.ok(groups.every(({ codes }) => codes === undefined));
  });

  for (const grouping of groupings) {
    it(`offers fixes at the findings that have one and at their groups, grouped by ${grouping}`, () => {
      const fixesOf = ({ file, start }: Finding) => (file === 'b.yaml' && start.line === 4 ? ['id'] : []);
      const nodes = everyNode(findingTree(findings, grouping, names, fixesOf)).filter(isFixable);
      assert.deepEqual(
        nodes.map((node) => (node.kind === 'finding' ? node.fixes.join() : node.name)),
        {
          finding: ['removed-api', 'id'],
          target: ['1.37', 'b.yaml', 'id'],
          cluster: ['staging', 'b.yaml', 'id'],
          file: ['b.yaml', 'id'],
        }[grouping],
      );
    });
    it(`gives all nodes different identifiers that stay the same, grouped by ${grouping}`, () => {
      const ids = everyNode(tree(grouping)).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(
        everyNode(findingTree([...findings].reverse(), grouping, names, () => [])).map(({ id }) => id),
        ids,
      );
    });
  }
});
