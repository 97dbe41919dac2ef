// A validation plugin of cdk8s: `cdk8s synth` fails where the cluster would refuse or silently drop something.
// In cdk8s.yaml: validations: [{ package: ./cdk8s-validation.mjs, version: 1.0.0, class: KubecompatValidation,
//   properties: { target: "1.37,emulated-version=1.35" } }]
import { readFileSync } from 'node:fs';
import { analyze, createTarget } from 'kubecompat';

export class KubecompatValidation {
  #target;

  constructor({ target }) {
    const created = createTarget(target);
    if (!created.ok) throw new Error(created.problems.map(({ message }) => message).join('; '));
    this.#target = created.target;
  }

  async validate({ manifests, report }) {
    let failed = false;
    for (const manifestPath of manifests) {
      const { findings } = analyze(readFileSync(manifestPath, 'utf8'), this.#target, { file: manifestPath });
      for (const { code, severity, message, remedy, path, resource } of findings) {
        if (severity !== 'error' && severity !== 'warning') continue;
        failed = true;
        const resourceName = resource?.name ?? manifestPath;
        const violatingResources = [{ resourceName, locations: [path], manifestPath }];
        report.addViolation({ ruleName: code, recommendation: message, fix: remedy, violatingResources });
      }
    }
    report.submit(failed ? 'failure' : 'success');
  }
}
