import type { Command } from './command.ts';

/** A command by name; its module is loaded only when it runs, so that no command pays for another. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Its outcome follows from its arguments and what it reads, so that `--cache` can keep it and `--watch` make it again. */
  readonly keepsRuns?: true;
  load(): Promise<Command>;
}

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'judge manifests',
    keepsRuns: true,
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'fix',
    summary: 'apply safe fixes',
    load: async () => (await import('./commands/fix.ts')).fix,
  },
  {
    name: 'convert',
    summary: 'move resources to another version of their API',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  {
    name: 'report',
    summary: 'show resources by targets',
    keepsRuns: true,
    load: async () => (await import('./commands/report.ts')).report,
  },
  {
    name: 'diff',
    summary: 'show what manifests mean differently at two targets',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'plan',
    summary: 'plan the way from one target to another, and back',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'crd',
    summary:
      'say what changed CustomResourceDefinitions break (crd diff), and how their versions convert (crd conversions)',
    load: async () => (await import('./commands/crd.ts')).crd,
  },
  {
    name: 'crds',
    summary: 'add CustomResourceDefinitions from where they are published (crds add), list, update and remove them',
    load: async () => (await import('./commands/crds.ts')).crds,
  },
  {
    name: 'merge',
    summary: 'put the reports of check --shard together',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  {
    name: 'targets',
    summary: 'show the targets in force',
    load: async () => (await import('./commands/targets.ts')).targets,
  },
  {
    name: 'api-resources',
    summary: 'show what a target serves',
    load: async () => (await import('./commands/apiResources.ts')).apiResources,
  },
  {
    name: 'explain',
    summary: "show a check's documentation",
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'lsp',
    summary: 'run the language server over stdio',
    load: async () => (await import('./commands/lsp.ts')).lsp,
  },
];
