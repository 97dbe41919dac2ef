import assert from 'node:assert/strict';
import fc from 'fast-check';
import { serverPropertiesAt } from '../../../server/src/checks/crd-evolution/serverProperties.ts';
import type { CustomDefinition } from '../../../server/src/crd/definition.ts';
import { definitionsIn } from '../../../server/src/crd/definitionList.ts';
import { compareDefinitions } from '../../../server/src/crd/evolution/compare.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import { assertInside, checkedAnalysis, inputsOf } from '../properties.ts';
import type { Subject } from '../subject.ts';

const definitions = [
  ...corpus('server/src/crd/evolution/fixtures', /\.yaml$/),
  ...corpus('server/src/checks', /\.ya?ml$/).filter((text) => text.includes('CustomResourceDefinition')),
];

/** CustomResourceDefinitions with their objects, and the changes between two definitions. */
export const customResources: Subject = {
  name: 'definitions',
  share: 1,
  inputs: fc.oneof(mutated(definitions), mutated(definitions, 2)),
  hold(text) {
    const known = definitionsIn(text, 'a.yaml');
    for (const [index, after] of known.entries()) {
      const before = known[index - 1] ?? after;
      const changes = compareDefinitions(before, after, serverPropertiesAt(surfaceOf('1.37')));
      for (const { span, message } of changes) assertInside(span, text, message);
      if (before === after && isOfOneVersionEach(after))
        assert.deepEqual(
          changes.map(({ message }) => message),
          [],
          'nothing changes by itself',
        );
    }
    checkedAnalysis(text, inputsOf(text, [withDefinitionsOf(surfaceOf('1.37'), text, 'a.yaml')]));
  },
};

/** Servers refuse definitions with duplicate version names. */
function isOfOneVersionEach({ versions }: CustomDefinition): boolean {
  return new Set(versions.map(({ name }) => name)).size === versions.length;
}
