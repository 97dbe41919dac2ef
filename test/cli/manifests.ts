import { textFiles } from '../support/textFiles.ts';

const { text } = textFiles(new URL('manifests.txt', import.meta.url));

/** Valid at every minor. */
export const configMap = text('configMap.yaml');

/** Removed in 1.22. */
export const oldIngress = text('oldIngress.yaml');

/** A version that is served up to 1.24; its successor has the same meaning. */
export const oldCronJob = text('oldCronJob.yaml');

/** The definition of Lamps of example.com, with the schema of their `spec`, in flow style. */
export const lampDefinition = (spec: string) => text('lampDefinition.yaml', { SPEC: spec });

/** A Lamp with the fields of its `spec`, in flow style. */
export const lampWith = (spec: string) => text('lamp.yaml', { SPEC: spec });

/** A PodDisruptionBudget in a version that 1.25 removed. */
export const oldBudget = (name: string) => text('oldBudget.yaml', { NAME: name });
