import assert from 'node:assert/strict';
import { goModule } from './workspace.ts';

const upstream = (version: string) =>
  `module k8s.io/kubernetes\n\ngo 1.26.0\n\nrequire (\n\tk8s.io/api ${version}\n)\n\nreplace (\n\tk8s.io/api => ./staging/src/k8s.io/api\n)\n`;

describe('the Go module around a release', () => {
  it('requires every module of its folder, by a version that is the same for each release', () => {
    const of = (release: string) =>
      goModule(
        upstream(release),
        new Map([
          ['k8s.io/kubernetes', `/modules/kubernetes@v1.${release}`],
          ['k8s.io/api', `/modules/api@v0.${release}`],
        ]),
      );
    assert.equal(
      of('37.2'),
      [
        'module kubecompat.tools\n',
        'go 1.26.0\n',
        'require (\n\tk8s.io/kubernetes v1.999.0\n\tk8s.io/api v0.999.0\n)\n',
        'replace (\n\tk8s.io/kubernetes => "/modules/kubernetes@v1.37.2"\n\tk8s.io/api => "/modules/api@v0.37.2"\n)\n',
      ].join('\n'),
    );
    // Only the folders differ: Go's build cache finds the packages that a patch release did not change.
    assert.equal(of('37.3').replaceAll('37.3', '37.2'), of('37.2'));
  });

  it('is refused for a module that names no staging modules', () => {
    assert.throws(() => goModule('module k8s.io/kubernetes\n\ngo 1.26.0\n', new Map()), /names no staging modules/);
  });
});
