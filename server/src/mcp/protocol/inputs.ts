import * as z from 'zod';

/** UTF-16 units of a text that a tool takes; files have their own limits. */
const longestText = 1_000_000;
const longestName = 4_096;

const name = z.string().min(1).max(longestName);
const text = z.string().max(longestText).describe('A manifest: YAML or JSON, with as many documents as wanted.');
const paths = z
  .array(name)
  .min(1)
  .max(100)
  .describe('Files and folders below the roots: absolute, or relative to the first root.');
const file = name.describe(
  'The file name of the text, below the first root: some files are told by their names, such as kustomization.yaml, and configurations have settings by file.',
);
const target = name.describe(
  'The kube-apiserver: "1.37", "1.37,emulated-version=1.35,feature-gates=JobManagedBy=false", "1.37,crds=cert-manager=v1.16", "from=FILE" for a file that describes a cluster, or a name of .kubecompat.yaml.',
);
const targets = z
  .array(target)
  .min(1)
  .max(32)
  .describe('What to check for; without it what .kubecompat.yaml says, or the newest known minor.');
const what = { text: text.optional(), file: file.optional(), paths: paths.optional() };

/** What each tool takes: fields and their schemas. Of `text` and `paths` each tool that has both needs one. */
export const inputs = {
  check: {
    ...what,
    targets: targets.optional(),
    limit: z.int().min(1).max(500).default(100).describe('The most findings to give; all are counted.'),
  },
  explain: { code: name.optional().describe('The code of a finding, such as removed-api; without it all codes.') },
  fix: {
    ...what,
    targets: targets.optional(),
    codes: z.array(name).min(1).max(200).optional().describe('Fix findings of these codes alone.'),
    accept: z
      .array(z.enum(['forced']))
      .optional()
      .describe('Also fixes that lose what the target cannot express: ask the user before you accept them.'),
  },
  convert: {
    ...what,
    to: name.optional().describe('The API version to convert to, newer or older: networking.k8s.io/v1.'),
    targets: targets.optional().describe('Instead of "to": convert to the best version that all of them serve.'),
    accept: z
      .array(z.enum(['lossy', 'forced']))
      .optional()
      .describe(
        'Conversions that lose something, or take the nearest valid value: ask the user before you accept any.',
      ),
    defaults: z
      .enum(['keep', 'take'])
      .optional()
      .describe('Keep what unset fields mean, as it is without this, or take the defaults of the new version.'),
  },
  diff: {
    from: target,
    to: target,
    paths,
    limit: z.int().min(1).max(500).default(100).describe('The most resources to give; all are counted.'),
  },
  plan: { from: target, to: target, paths: paths.optional() },
  field: {
    apiVersion: z.string().min(1).max(300).describe('As in a manifest: apps/v1, or v1.'),
    kind: z.string().min(1).max(300).describe('As in a manifest: Deployment.'),
    path: z
      .string()
      .max(longestName)
      .optional()
      .describe(
        'The field: spec.template.spec.hostUsers. Lists and maps need nothing: spec.containers.image. Without it the kind.',
      ),
  },
  targets: {},
} as const;

type Schemas = typeof inputs;

/** What a tool is asked for, after its schema. */
export type Input<Tool extends keyof Schemas> = z.infer<z.ZodObject<Schemas[Tool]>>;
