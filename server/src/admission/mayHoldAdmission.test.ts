import assert from 'node:assert/strict';
import { mayHoldAdmission } from './admissionObjects.ts';

describe('mayHoldAdmission', () => {
  const node = 'apiVersion: v1\nkind: Node\nmetadata:\n  labels:\n    topology.kubernetes.io/zone: a\n';
  for (const [name, text, holding] of [
    ['a Node with labels of places', node, 'rules'],
    ['the same with the line ends of Windows', node.replaceAll('\n', '\r\n'), 'rules'],
    ['a Node without these', node.replace('topology.kubernetes.io/zone', 'zone'), undefined],
    ['another kind with these', node.replace('Node', 'NodePool'), undefined],
  ] as const)
    it(`${name}: ${holding ?? 'no'}`, () => assert.equal(mayHoldAdmission(text), holding));
});
