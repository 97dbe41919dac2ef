import assert from 'node:assert/strict';
import { mayHoldAdmission } from './admissionObjects.ts';

describe('mayHoldAdmission', () => {
  const node = 'apiVersion: v1\nkind: Node\nmetadata:\n  labels:\n    topology.kubernetes.io/zone: a\n';
  for (const [name, text, expected] of [
    ['a Node with topology labels', node, 'rules'],
    ['such a Node with CRLF line endings', node.replaceAll('\n', '\r\n'), 'rules'],
    ['a Node without topology labels', node.replace('topology.kubernetes.io/zone', 'zone'), undefined],
    ['another kind with topology labels', node.replace('Node', 'NodePool'), undefined],
  ] as const)
    it(`returns ${expected ?? 'undefined'} for ${name}`, () => assert.equal(mayHoldAdmission(text), expected));
});
