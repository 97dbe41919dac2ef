import type { Command } from './command.ts';

/** A command by name; its module is loaded only when it runs. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /**
   * Whether its outcome depends only on its arguments and the files it reads, so that `--cache` can store it and
   * `--watch` repeat it.
   */
  readonly cachesRuns?: true;
  load(): Promise<Command>;
}

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'check what targets do with manifests',
    cachesRuns: true,
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'fix',
    summary: 'apply safe fixes',
    load: async () => (await import('./commands/fix.ts')).fix,
  },
  {
    name: 'convert',
    summary: 'convert resources to another API version',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  {
    name: 'report',
    summary: 'show what each target does with each resource',
    cachesRuns: true,
    load: async () => (await import('./commands/report.ts')).report,
  },
  {
    name: 'diff',
    summary: 'show what differs for manifests between two targets',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'plan',
    summary: 'plan the upgrade from one target to another, and the rollback',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'crd',
    summary: 'show what CRD changes break (crd diff), and how CRD versions convert (crd conversions)',
    load: async () => (await import('./commands/crd.ts')).crd,
  },
  {
    name: 'crds',
    summary: 'add published CustomResourceDefinitions (crds add), list, update and remove them',
    load: async () => (await import('./commands/crds.ts')).crds,
  },
  {
    name: 'catalogue',
    summary: 'list the catalogues of Kubernetes releases, and update them (catalogue update)',
    load: async () => (await import('./commands/catalogue.ts')).catalogue,
  },
  {
    name: 'merge',
    summary: 'merge the reports of check --shard',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  {
    name: 'targets',
    summary: 'show the current targets, and read live clusters (targets add live, targets refresh)',
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
    name: 'serve',
    summary: 'serve targets as API servers: for kubectl, Helm and other clients',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'with',
    summary: 'run a program, such as kubectl, with served targets',
    load: async () => (await import('./commands/with.ts')).withTargets,
  },
  {
    name: 'mcp',
    summary: 'serve tools for assistants over stdio (Model Context Protocol)',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'lsp',
    summary: 'run the language server over stdio',
    load: async () => (await import('./commands/lsp.ts')).lsp,
  },
];
