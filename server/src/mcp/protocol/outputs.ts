import * as z from 'zod';

const problems = z
  .array(z.object({ message: z.string(), remedy: z.string() }))
  .describe('Problems, each with its remedy.');
const count = z.int().min(0);

const finding = z.object({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  resource: z.string().optional(),
  target: z.string().optional(),
  code: z.string().describe('The tool explain returns its documentation.'),
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  consequence: z.string().describe('What the server does: not-served, invalid, unknown-field, dropped, warning …'),
  path: z.string(),
  message: z.string(),
  why: z.string(),
  remedy: z.string(),
  source: z.string(),
  fixes: z.array(z.object({ title: z.string(), kind: z.string() })),
});

const stretch = { from: z.string(), to: z.string() };

/** The structured outputs of each tool, in addition to text. */
export const outputs = {
  check: {
    targets: z.array(z.string()),
    files: count,
    resources: count,
    found: count.describe('The number of all findings; the most severe ones are returned.'),
    bySeverity: z.record(z.string(), count),
    findings: z.array(finding),
    notChecked: z.array(z.looseObject({ file: z.string(), reason: z.string(), detail: z.string() })),
    coverage: z.looseObject({ resources: count, judged: count }),
    problems,
  },
  explain: {
    code: z.string().optional(),
    page: z.string().optional().describe('Markdown.'),
    codes: z.array(z.object({ code: z.string(), title: z.string(), consequences: z.array(z.string()) })).optional(),
  },
  rewrite: {
    text: z.string().optional().describe('The new text, if a text was passed.'),
    diff: z.string().optional().describe('The change as a git diff, if paths were passed.'),
    changed: z.boolean(),
    complete: z.boolean().describe('Whether everything requested was done.'),
    notes: z.array(z.string()).describe('What was changed and what was not.'),
    problems,
  },
  diff: { resources: count, different: count, differences: z.array(z.looseObject({ file: z.string() })), problems },
  plan: { plan: z.string().describe('Markdown.'), problems },
  field: {
    apiVersion: z.string(),
    kind: z.string(),
    path: z.string(),
    releases: z.array(
      z.object({
        of: z.string().describe('Kubernetes, or the project that has the releases.'),
        served: z
          .array(z.object({ ...stretch, is: z.string() }))
          .describe('How releases serve the kind, oldest first.'),
        field: z
          .array(
            z.object({
              ...stretch,
              known: z.boolean(),
              type: z.string().optional(),
              required: z.boolean().optional(),
              deprecated: z.boolean().optional(),
              gates: z.array(z.string()).optional(),
              does: z.string().optional(),
              default: z.string().optional(),
            }),
          )
          .optional()
          .describe('What releases know of the field, oldest first.'),
        description: z.string().optional(),
        values: z.array(z.string()).optional(),
        fields: z.array(z.string()).optional().describe('The child fields.'),
      }),
    ),
  },
  targets: {
    known: z.object({ oldest: z.string(), newest: z.string() }),
    targets: z.array(z.looseObject({ name: z.string(), binary: z.string(), emulation: z.string() })),
    described: z.array(z.looseObject({ expression: z.string(), file: z.string() })),
    describedInAll: count,
    problems,
  },
} as const;
