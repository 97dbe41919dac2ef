import * as z from 'zod';

/** UTF-16 units of a text that a tool takes; files have their own limits. */
const longestText = 1_000_000;
const longestName = 4_096;

const name = z.string().min(1).max(longestName);
const text = z.string().max(longestText).describe('A manifest in YAML or JSON, with one or more documents.');
const paths = z
  .array(name)
  .min(1)
  .max(100)
  .describe('Files and folders below the roots: absolute, or relative to the first root.');
const file = name.describe(
  'The file name of the text, below the first root. Some files are recognized by name, such as kustomization.yaml, and configurations have settings by file.',
);
const target = name.describe(
  'The kube-apiserver: "1.37", "1.37,emulated-version=1.35,feature-gates=JobManagedBy=false", "1.37,crds=cert-manager=v1.16", "from=FILE" for a file that describes a cluster, or a name of .kubecompat.yaml.',
);
const targets = z
  .array(target)
  .min(1)
  .max(32)
  .describe('The targets to check against. The default: the targets of .kubecompat.yaml, or the newest known minor.');
const what = { text: text.optional(), file: file.optional(), paths: paths.optional() };

/** The inputs of each tool: fields and their schemas. A tool with `text` and `paths` needs one of them. */
export const inputs = {
  check: {
    ...what,
    targets: targets.optional(),
    limit: z.int().min(1).max(500).default(100).describe('The maximum number of findings to return; all are counted.'),
  },
  explain: { code: name.optional().describe('The code of a finding, such as removed-api; without it all codes.') },
  fix: {
    ...what,
    targets: targets.optional(),
    codes: z.array(name).min(1).max(200).optional().describe('Fix only findings of these codes.'),
    accept: z
      .array(z.enum(['forced']))
      .optional()
      .describe('Also apply fixes that lose what the target cannot express. Ask the user first.'),
  },
  convert: {
    ...what,
    to: name.optional().describe('The API version to convert to, newer or older: networking.k8s.io/v1.'),
    targets: targets.optional().describe('Instead of "to": convert to the best version that all of them serve.'),
    accept: z
      .array(z.enum(['lossy', 'forced']))
      .optional()
      .describe('Also apply conversions that lose something, or use the nearest valid value. Ask the user first.'),
    defaults: z
      .enum(['keep', 'take'])
      .optional()
      .describe('Keep the meaning of unset fields (default), or use the defaults of the new version.'),
  },
  diff: {
    from: target,
    to: target,
    paths,
    limit: z.int().min(1).max(500).default(100).describe('The maximum number of resources to return; all are counted.'),
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
        'The field path, such as spec.template.spec.hostUsers. Lists and maps need no index: spec.containers.image. Without a path, the kind.',
      ),
  },
  targets: {},
} as const;

type Schemas = typeof inputs;

/** The validated input of a tool. */
export type Input<Tool extends keyof Schemas> = z.infer<z.ZodObject<Schemas[Tool]>>;
