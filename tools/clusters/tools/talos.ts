import fc from 'fast-check';
import { buildOfModules } from '../programs.ts';
import type { Question, Tool } from '../tool.ts';
import { argument, scalar, withoutDuplicates } from '../words.ts';

const path = 'github.com/siderolabs/talos/pkg/machinery';
const versions = { before: 'v1.13.5', newest: 'v1.13.6' };

/** A value as a scalar, a list, null or an empty text. */
const value = fc.oneof(
  { weight: 4, arbitrary: argument.chain(([, text]) => scalar(text)) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        argument.map(([, text]) => JSON.stringify(text)),
        { maxLength: 3 },
      )
      .map((all) => `[${all.join(', ')}]`),
  },
  { weight: 1, arbitrary: fc.constantFrom('null', '""', '1.35', 'true', '~', '') },
);

const files: fc.Arbitrary<Question> = fc
  .record({
    arguments: fc.option(
      fc.array(
        fc.tuple(
          argument.map(([name]) => name),
          value,
        ),
        { maxLength: 4 },
      ),
    ),
    installer: fc.constantFrom('v1.13.5', 'v1.13.6', 'v1.13.6', 'v1.12.2'),
    subnets: fc.constantFrom('', '  network:\n    serviceSubnets: [10.3.0.0/16]\n'),
  })
  .map(({ arguments: all, installer, subnets }) => ({
    text: `version: v1alpha1\nmachine:\n  type: controlplane\n  install:\n    image: ghcr.io/siderolabs/installer:${installer}\ncluster:\n  controlPlane:\n    endpoint: https://10.0.0.1:6443\n${subnets}  apiServer:\n    image: registry.k8s.io/kube-apiserver:v1.36.1\n${
      all === null
        ? ''
        : `    extraArgs:\n${withoutDuplicates(all)
            .map(([name, text]) => `      ${name}: ${text}\n`)
            .join('')}`
    }`,
  }));

/** Talos: the release that the file installs reads it. */
export const talos: Tool = {
  tool: 'talos',
  modules: [`${path} ${versions.before}`, `${path} ${versions.newest}`],
  file: '/controlplane.yaml',
  defaults: { 'service-cluster-ip-range': ['10.96.0.0/12'] },
  questions: files,
  ask(questions, ask) {
    const isNewest = ({ text }: Question) => text.includes(`installer:${versions.newest}`);
    const [before = [], newest = []] = [versions.before, versions.newest].map((version) =>
      ask(buildOfModules('talos', path, [{ path, version }]), questions),
    );
    return questions.map((question, index) => (isNewest(question) ? newest : before)[index] ?? {});
  },
};
