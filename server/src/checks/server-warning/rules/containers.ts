import type { Value } from '../../value.ts';
import { type EmitWarning, quoted, withFieldPath } from '../rule.ts';
import { warnAboutFractionalResources } from './quantities.ts';

/** The containers of a pod in the server's order. */
export function containersOf(spec: Value): readonly Value[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => spec.at(list).items);
}

/** Resources and environments of containers. */
export function warnAboutContainers(containers: readonly Value[], warn: EmitWarning): void {
  for (const container of containers) {
    const resources = container.at('resources');
    if (resources.present) {
      warnAboutFractionalResources(resources.at('limits'), warn);
      warnAboutFractionalResources(resources.at('requests'), warn);
    }
    warnAboutHiddenVariables(container.at('env'), warn);
  }
}

/** A variable that is set again without using its first value, as `PATH: $(PATH):/more` would. */
function warnAboutHiddenVariables(env: Value, warn: EmitWarning): void {
  const seen = new Set<string>();
  for (const variable of env.items) {
    const name = variable.at('name').text;
    if (!seen.has(name)) {
      seen.add(name);
      continue;
    }
    const value = variable.at('value').text;
    const reference = `$(${name})`;
    if (variable.at('valueFrom').present || value === reference || !value.includes(reference)) {
      warn(
        variable,
        withFieldPath(variable, `hides previous definition of ${quoted(name)}, which may be dropped when using apply`),
        'Set it once.',
      );
    }
  }
}
