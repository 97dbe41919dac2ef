import assert from 'node:assert/strict';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';

/** The final error of kube-scheduler 1.37.1 started with these flags; undefined if it ran. */
const recorded: readonly (readonly [
  flags: readonly string[],
  answer: string | undefined,
  reported: RegExp | undefined,
])[] = [
  [['--runtime-config=api/all=true'], 'unknown flag: --runtime-config', /has no flag --runtime-config/],
  [
    ['--emulation-forward-compatible=true'],
    'unknown flag: --emulation-forward-compatible',
    /has no flag --emulation-f/,
  ],
  [['--emulated-version=1.33'], 'emulation version 1.33 is not between [1.34, 1.37.0]', /cannot emulate 1\.33/],
  [['--emulated-version=1.36.1'], 'patch version not allowed, got: kube=1.36.1', /has a patch number/],
  [
    ['--min-compatibility-version=1.33'],
    'minCompatibilityVersion version 1.33 is not between [1.34, 1.37]',
    /1\.33 is not in the range/,
  ],
  [
    ['--emulated-version=1.35', '--min-compatibility-version=1.36'],
    'minCompatibilityVersion version 1.36 is not between [1.34, 1.35]',
    /1\.36 is not in the range/,
  ],
  [['--feature-gates=NoSuchGate=true'], 'unrecognized feature gate: NoSuchGate', /no feature gate "NoSuchGate"/],
  [['--feature-gates=JobSuccessPolicy=true'], 'unrecognized feature gate: JobSuccessPolicy', /it was last in 1\.36/],
  [['--feature-gates=DRAExtendedResource=false'], 'feature is locked to true', /locked to true/],
  [
    ['--feature-gates=WorkloadWithJob=true'],
    'WorkloadWithJob is enabled, but depends on features that are disabled',
    /depends on GenericWorkload/,
  ],
  [
    ['--feature-gates=HPAConfigurableTolerance=maybe'],
    'invalid value of HPAConfigurableTolerance=maybe',
    /needs true or false/,
  ],
  [
    ['--emulated-version=1.34', '--feature-gates=GenericWorkload=true'],
    'feature is PreAlpha at emulated version 1.34',
    /does not exist at emulation version 1\.34/,
  ],
  [['--emulated-version=1.35', '--feature-gates=InPlacePodVerticalScaling=true'], undefined, undefined],
];

describe('a kube-scheduler 1.37', () => {
  for (const [flags, answer, regExp] of recorded) {
    it(`${flags.join(' ')}: ${answer ?? 'runs'}`, () => {
      const words = flags.map((flag) => `        - ${flag}\n`).join('');
      const text = `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  containers:\n    - name: a\n      image: registry.k8s.io/kube-scheduler:v1.37.1\n      command:\n        - kube-scheduler\n${words}`;
      const { documentFindings } = analyze(text, inputs('kube-scheduler.yaml', [surfaceOf('1.36')]));
      const refused = documentFindings.filter(({ finding }) => finding.code === 'refused-flag');
      assert.equal(refused.length, regExp === undefined ? 0 : 1);
      if (regExp !== undefined) assert.match(refused[0]?.finding.message ?? '', regExp);
    });
  }
});
