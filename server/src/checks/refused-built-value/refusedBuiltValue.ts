import type { ApiSurface } from '../../catalog/surface.ts';
import type { AssembledResource } from '../../kustomize/assembled.ts';
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import type { Check } from '../check.ts';
import { type BuiltValue, builtValueFinding, kustomizedValueFinding } from '../kustomizeFinding.ts';
import { type RefusedValue, refusedOfApplier, refusedOfKustomization, type WrittenValue } from './refusedValues.ts';

/** Values that a kustomization, or an object of Flux, writes into other objects, which the server then refuses. */
export const refusedBuiltValue: Check = {
  codes: [
    {
      code: 'refused-built-value',
      consequences: ['invalid', 'build-dependent'],
      title: 'A value of a kustomization makes the objects invalid',
    },
  ],
  document({ root, path, context, surface }, emit) {
    if (kustomizeFileOf(root, path) !== 'Kustomization' || root.kind !== 'map') return;
    const values = refusedOfKustomization(root);
    if (values.length === 0) return;
    const resources = context.assembled()?.resources ?? [];
    for (const value of values) {
      const message = messageFor(value, resources, surface);
      if (message === undefined) continue;
      emit(kustomizedValueFinding(refused({ ...value, message }, 'the kustomization builds'), context.isBuiltUpon()));
    }
  },
  resource({ resource: { root, part } }, emit) {
    if (part !== undefined) return;
    for (const value of refusedOfApplier(root)) emit(builtValueFinding(refused(value, 'it applies')));
  },
};

/** The server's message for the first refused resource; undefined if all known ones are accepted. */
function messageFor(
  { messageFor: refuses }: WrittenValue,
  resources: readonly AssembledResource[],
  surface: ApiSurface,
): string | undefined {
  for (const resource of resources) {
    const message = resource.may === undefined ? refuses(resource, surface) : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}

function refused({ path, span, message }: RefusedValue, what: string): BuiltValue {
  return {
    path,
    span,
    message,
    why: `The value is written into the objects that ${what}; the server refuses them with 422 Invalid.`,
    source: 'k8s.io/apimachinery pkg/api/validation/objectmeta.go',
  };
}
