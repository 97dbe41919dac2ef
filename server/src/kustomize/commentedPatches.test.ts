import assert from 'node:assert/strict';
import { commentedPatches } from './commentedPatches.ts';

describe('patches in the comments of a kustomization', () => {
  it('are found below a field for patches', () => {
    const text = `resources:
- a.yaml
#- b.yaml
patches:
# [WEBHOOK] Uncomment patches.yaml to use it.
- path: used.yaml
#- path: patches/c.yaml
  # - path: "d.yml"   # later
#- target:
#    kind: Deployment
#  path: e.json
#+kubebuilder:scaffold:crdkustomizewebhookpatch
configurations:
#- f.yaml
`;
    assert.deepEqual(commentedPatches(text), ['patches/c.yaml', 'd.yml', 'e.json']);
  });

  it('are found if the field itself is commented out', () => {
    assert.deepEqual(commentedPatches('resources: [a.yaml]\n\n#patchesStrategicMerge:\n#- b.yaml\n# - c.yaml\n'), [
      'b.yaml',
      'c.yaml',
    ]);
  });

  it('are not found in a text without comments, or in sentences', () => {
    assert.deepEqual(commentedPatches('patches:\n- path: a.yaml\n'), []);
    assert.deepEqual(commentedPatches('patches:\n# See the file a.yaml\n# a.yaml\n'), []);
  });
});
