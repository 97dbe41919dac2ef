// A policy of Pulumi: resources of the Kubernetes provider that the cluster would refuse or silently drop a field of.
//   new PolicyPack('kubecompat', { policies: [kubecompatPolicy('1.37')] });
import { analyze, createTarget } from 'kubecompat';

export function kubecompatPolicy(expression) {
  const created = createTarget(expression);
  if (!created.ok) throw new Error(created.problems.map(({ message }) => message).join('; '));
  return {
    name: 'kubecompat',
    description: `Resources are what Kubernetes ${expression} takes.`,
    enforcementLevel: 'mandatory',
    validateResource({ type, props }, reportViolation) {
      if (!type.startsWith('kubernetes:')) return;
      // JSON is YAML.
      const { findings } = analyze(JSON.stringify(props), created.target);
      for (const { severity, message, remedy } of findings) {
        if (severity === 'error' || severity === 'warning') reportViolation(`${message}. ${remedy}`);
      }
    },
  };
}
