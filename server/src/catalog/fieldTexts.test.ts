import assert from 'node:assert/strict';
import { readFieldTexts } from '../../../scripts/fieldTexts.mjs';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { FieldTexts } from './fieldTexts.ts';
import type { ApiType, FieldType } from './types.ts';

/** Every type reachable from the served kinds of a target. */
function typesAt(target: string): readonly ApiType[] {
  const surface = surfaceOf(target);
  const found = new Map<string, ApiType>();
  const take = (type: FieldType): void => {
    if (type.kind === 'list') take(type.item);
    else if (type.kind === 'map') take(type.value);
    else if (type.kind === 'schema-or') walk(type.schema);
    else if (type.kind === 'object') walk(type.type);
  };
  const walk = (type: ApiType): void => {
    if (found.has(type.name)) return;
    found.set(type.name, type);
    for (const field of type.fields.values()) take(field.type);
  };
  for (const resource of surface.resources) {
    const type = surface.rootType(resource);
    if (type !== undefined) walk(type);
  }
  return [...found.values()];
}

describe('FieldTexts', () => {
  const pack = readFieldTexts();
  assert.ok(pack !== undefined, '@kubernetes/client-node is installed and has descriptions');
  const texts = new FieldTexts(pack);
  const textOf = (target: string, type: string, field: string) => {
    const owner = typesAt(target).find(({ name }) => name === type);
    const apiField = owner?.fields.get(field);
    assert.ok(owner !== undefined && apiField !== undefined, `${type} ${field}`);
    return texts.ofField(owner, apiField) ?? '';
  };

  it('describes a field', () => {
    assert.match(textOf('1.37', 'apps.v1.DeploymentSpec', 'minReadySeconds'), /^Minimum number of seconds for which/);
    assert.match(textOf('1.37', 'networking.v1.NetworkPolicyIngressRule', 'from'), /^from is a list of sources/);
    assert.match(textOf('1.37', 'meta.v1.ObjectMeta', 'labels'), /key/);
  });

  it('does not repeat the type of a field', () => {
    assert.equal(textOf('1.37', 'apps.v1.RollingUpdateStatefulSetStrategy', 'maxUnavailable'), '');
  });

  it('describes the object if the field has no description', () => {
    assert.match(textOf('1.37', 'core.v1.PodSpec', 'securityContext'), /^PodSecurityContext holds/);
  });

  it('distinguishes types with the same name in several groups', () => {
    assert.match(textOf('1.37', 'events.v1.Event', 'regarding'), /./);
    assert.match(textOf('1.37', 'core.v1.Event', 'reason'), /machine understandable string/);
    assert.equal(textOf('1.37', 'rbac.v1.Subject', 'name'), 'Name of the object being referenced.');
  });

  it('uses the texts of another version for a removed one', () => {
    assert.match(textOf('1.22', 'autoscaling.v2beta2.HorizontalPodAutoscalerSpec', 'minReplicas'), /lower limit/);
  });

  it('describes nearly every field of its release, and most fields of other releases', () => {
    for (const [target, min] of [
      [pack.release, 0.97],
      ['1.37', 0.85],
      ['1.25', 0.9],
    ] as const) {
      const fields = typesAt(target).flatMap((owner) =>
        [...owner.fields.values()]
          .filter(({ name }) => name !== 'apiVersion' && name !== 'kind')
          .map((field) => texts.ofField(owner, field)),
      );
      const share = fields.filter((text) => text !== undefined).length / fields.length;
      assert.ok(share > min && fields.length > 1_000, `${target}: ${share} of ${fields.length}`);
    }
  });

  it('has a notice, and is small', () => {
    assert.match(pack.notice, /The Kubernetes Authors.*Apache License, Version 2\.0/);
    assert.ok(JSON.stringify(pack).length < 2 ** 20);
  });

  it('is absent without the package', () => {
    assert.equal(readFieldTexts('/no/such/folder'), undefined);
  });
});
