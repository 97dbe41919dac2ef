import assert from 'node:assert/strict';
import type axe from 'axe-core';

/** The rules of serious or critical impact that a page violates, with the elements. */
export function seriousViolations(found: unknown): readonly string[] {
  assert.ok(typeof found === 'object' && found !== null && 'violations' in found && Array.isArray(found.violations));
  const violations: readonly axe.Result[] = found.violations;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
