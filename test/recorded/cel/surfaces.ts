import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { inputs } from '../../harness/inputs.ts';
import { resolveFlags } from '../../harness/recorded.ts';

/** The surface of a setting such as `1.34 --emulated-version=1.31`. */
export function surfaceFor(setting: string): ApiSurface {
  const [binary = '', ...flags] = setting.split(' ');
  const resolved = resolveFlags(binary, flags);
  assert.ok(resolved.ok, setting);
  return resolved.surface;
}

/** The invalid fields that the analysis finds in an object: messages by path. */
export function invalidFields(object: unknown, surface: ApiSurface): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { verdicts } of analyze(JSON.stringify(object), inputs('object.json', [surface])).resources) {
    for (const { consequence, path, message } of verdicts.flatMap(({ findings }) => findings)) {
      if (consequence === 'invalid') found.set(path, [...(found.get(path) ?? []), message]);
    }
  }
  return found;
}

/** A policy with one validation. */
export function policyWith(expression: string): unknown {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'policy' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
      validations: [{ expression }],
    },
  };
}

/** A definition whose schema has these rules at its root. */
export function definitionWith(schema: object, rules: readonly object[]): unknown {
  return definitionOf({ ...schema, 'x-kubernetes-validations': rules });
}

/** A definition with a schema. */
export function definitionOf(openAPIV3Schema: object): unknown {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'foos', kind: 'Foo' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}
