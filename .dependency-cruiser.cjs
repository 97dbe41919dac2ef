// The layers of ARCHITECTURE.md, enforced: data flows one way.
const layer = (name) => `^server/src/${name}/`;
const core =
  '^server/src/(text|targets|catalog|formats|manifest|languages|sources|kustomize|gitops|embedded|helm|decode|cel|admission|admitted|checks|conversion|crd|patches|update|config|report|compare|plan|insight|judge|suppress|live|releases)/|^server/src/(finding|analyze|convertText|convertRelease|fix)\\.ts';

const resources = ['manifest', 'targets', 'text'];
const facts = ['catalog', ...resources];
const findings = ['finding.ts', ...facts];
const analyses = ['judge/analysis.ts', ...findings];

/** What of ours each folder may import besides itself: nothing else. */
const imports = {
  text: [],
  targets: ['text'],
  formats: ['text'],
  catalog: ['formats', 'targets', 'text'],
  manifest: ['targets', 'text'],
  kustomize: ['formats', ...resources],
  gitops: resources,
  languages: ['text'],
  sources: ['languages', ...resources],
  embedded: ['formats', 'kustomize', ...resources],
  helm: ['formats', ...findings],
  decode: ['formats', ...facts],
  cel: ['formats', ...facts],
  admission: facts,
  crd: ['cel', 'decode', 'formats', ...findings],
  conversion: ['crd', 'cel', 'decode', 'formats', ...findings],
  patches: ['conversion', ...facts],
  update: ['embedded', 'formats', 'kustomize', ...findings],
  checks: [
    ...['admission', 'sources', 'cel', 'conversion', 'crd', 'decode', 'formats', 'helm', 'kustomize', 'update'],
    ...findings,
  ],
  admitted: ['analyze.ts', 'admission', 'checks', 'compare', 'conversion', 'crd', 'formats', 'judge', ...findings],
  judge: [
    ...[
      'checks',
      'update',
      'patches',
      'crd',
      'cel',
      'config',
      'conversion',
      'decode',
      'embedded',
      'helm',
      'kustomize',
      'sources',
    ],
    ...findings,
  ],
  suppress: ['checks', 'manifest', 'text', 'finding.ts', 'judge/analysis.ts'],
  live: ['crd', 'sources', ...findings],
  releases: [
    'convertRelease.ts',
    'convertText.ts',
    'conversion',
    'embedded',
    'formats',
    'judge',
    'kustomize',
    'live',
    ...facts,
  ],
  config: findings,
  compare: ['checks', 'conversion', 'update', ...analyses],
  plan: ['checks', 'cel', 'crd', 'sources', ...analyses],
  insight: [
    'crd',
    'helm',
    'suppress/suppression.ts',
    'sources',
    'config',
    'checks',
    'kustomize',
    'decode',
    'embedded',
    ...analyses,
  ],
  report: ['plan', 'config', 'checks', 'judge/unknownRules.ts', ...analyses],
  workspace: [
    ...[
      'admission',
      'conversion',
      'embedded',
      'gitops',
      'live',
      'crd',
      'helm',
      'kustomize',
      'sources',
      'update',
      'config',
      'plan',
      'report',
      'checks',
    ],
    ...['analyze.ts', 'fix.ts', 'judge', 'suppress'],
    ...findings,
  ],
  library: [
    ...[
      'analyze.ts',
      'convertText.ts',
      'fix.ts',
      'crd',
      'config',
      'judge',
      'workspace/definitions/acceptedDefinitions.ts',
    ],
    ...findings,
  ],
  network: [],
  cluster: ['network', 'live', 'releases', 'workspace', ...facts],
  serve: [
    ...['admission', 'admitted', 'checks', 'conversion', 'crd', 'formats', 'judge', 'kustomize', 'patches', 'update'],
    ...['workspace/definitions', 'workspace/shipped'],
    ...findings,
  ],
  publishers: ['network', 'cluster', 'live', 'workspace', 'crd', ...facts],
};

/** Folders in folders, from what knows least on: each may import those before it, and types of all. */
const inOrder = {
  manifest: ['edit', 'read', 'resources', 'reconcile'],
  workspace: [
    'ground',
    'disk',
    'shipped',
    'programs',
    'charts',
    'kustomize',
    'definitions',
    'settings',
    'delivery',
    'model',
    'scope',
    'judging',
  ],
};

const onlyBefore = ([above, folders]) =>
  folders.map((name, index) => ({
    name: `${above}-${name}-imports-only-what-lies-below`,
    severity: 'error',
    from: { path: layer(`${above}/${name}`), pathNot: '\\.test\\.ts$' },
    to: {
      path: `${layer(above)}[^/]+/`,
      pathNot: folders.slice(0, index + 1).map((one) => layer(`${above}/${one}`)),
      dependencyTypesNot: ['type-only'],
    },
  }));

const only = ([name, allowed]) => ({
  name: `${name}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: layer(name), pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(server|client)/src/',
    pathNot: [name, ...allowed].map((one) =>
      one.endsWith('.ts') ? `^server/src/${one.replaceAll('.', '\\.')}$` : layer(one),
    ),
  },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    ...Object.entries(imports).map(only),
    ...Object.entries(inOrder).flatMap(onlyBefore),
    {
      name: 'only-the-model-makes-inputs',
      comment: 'what a file is judged with is put together in one place, so that whoever asks gets the same answer',
      severity: 'error',
      from: {
        path: '^(server|client)/src/',
        pathNot: `${layer('workspace/(model|charts|kustomize|definitions)')}|/cli/crd/crdConversions\\.ts$|\\.test\\.ts$`,
      },
      to: {
        path: '/workspace/(charts/(chartAround|disabledCharts|chartDependencies)|definitions/withDefinitions)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-the-model-and-judges-know-inputs-without-a-place',
      severity: 'error',
      from: {
        path: '^(server|client)/src/',
        pathNot: `${layer('workspace/model')}|${layer('judge')}|${layer('library')}|\\.test\\.ts$`,
      },
      to: { path: '/judge/inputsWithoutContext\\.ts$' },
    },
    {
      name: 'shells-ask-the-model',
      comment: 'the few that judge a text themselves take its inputs from the model',
      severity: 'error',
      from: {
        path: '^server/src/(cli|lsp)/',
        pathNot: '/(cli/commands/diff|cli/runs/objectDiff|lsp/judgedDocument)\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^server/src/(analyze|judge/judgeText)\\.ts$' },
    },
    {
      name: 'no-check-imports-another-check',
      comment:
        'policies/ runs admission policies for a check and for the judge, completed/ does what the server does before',
      severity: 'error',
      from: { path: '^server/src/checks/(?!completed/)([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/checks/([^/]+)/', pathNot: '^server/src/checks/($1|policies|completed)/' },
    },
    {
      name: 'nothing-knows-what-starts-it',
      severity: 'error',
      from: { pathNot: layer('start') },
      to: { path: layer('start') },
    },
    {
      name: 'nothing-knows-the-tools',
      severity: 'error',
      from: { path: '^(server|client)/' },
      to: { path: '^tools/' },
    },
    {
      name: 'nothing-knows-the-site',
      severity: 'error',
      from: { path: '^(server|client|tools)/' },
      to: { path: '^site/' },
    },
    {
      name: 'the-site-in-a-browser-knows-only-the-library',
      comment: 'besides what answers in the worker, which is the library itself; and one way to show Markdown',
      severity: 'error',
      from: { path: '^site/src/(browser|playground)/', pathNot: '/browser/checker\\.ts$|\\.test\\.ts$' },
      to: {
        path: '^(server|client|site)/src/',
        pathNot:
          '^server/src/library/(types|library)\\.ts$|^site/src/(browser|playground)/|^site/src/(searchShards|html/markdown)\\.ts$',
      },
    },
    {
      name: 'facts-of-the-site-are-pure',
      severity: 'error',
      from: { path: '^site/src/(facts|html|playground)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'facts-of-the-site-know-no-page',
      severity: 'error',
      from: { path: '^site/src/facts/' },
      to: { path: '^(site/src/|server/src/(cli|lsp|workspace)/)', pathNot: '^site/src/facts/' },
    },
    {
      name: 'the-shells-do-not-know-each-other',
      severity: 'error',
      from: { path: layer('lsp') },
      to: { path: layer('cli') },
    },
    {
      name: 'only-the-lsp-command-knows-the-server',
      severity: 'error',
      from: { path: layer('cli'), pathNot: '^server/src/cli/commands?/lsp\\.ts$' },
      to: { path: layer('lsp') },
    },
    {
      name: 'the-client-knows-only-the-protocol',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^server/src/', pathNot: '^server/src/lsp/protocol\\.ts$' },
    },
    {
      name: 'only-cluster-knows-the-client-library',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: layer('cluster') },
      to: { path: 'node_modules/@kubernetes/' },
    },
    {
      name: 'cluster-is-loaded-when-it-is-asked-for',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: `${layer('cluster')}|\\.test\\.ts$` },
      to: { path: layer('cluster'), dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'only-cluster-and-publishers-send-requests',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: `${layer('(publishers|cluster|network)')}|\\.test\\.ts$` },
      to: { path: layer('network') },
    },
    {
      name: 'publishers-are-loaded-when-they-are-asked-for',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: `${layer('publishers')}|\\.test\\.ts$` },
      to: { path: layer('publishers'), dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'only-publishers-know-archives-and-the-network',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: `${layer('(publishers|cluster|network|serve)')}|\\.test\\.ts$` },
      to: { path: '(node_modules/tar-stream/|^(node:)?https?$)' },
    },
    {
      name: 'only-the-protocol-of-assistants-knows-its-sdk',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: `${layer('mcp/protocol')}|\\.test\\.ts$` },
      to: { path: 'node_modules/(@modelcontextprotocol|zod)/' },
    },
    {
      name: 'the-protocol-of-assistants-is-loaded-when-it-is-asked-for',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: `${layer('mcp/protocol')}|\\.test\\.ts$` },
      to: { path: layer('mcp/protocol'), dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'the-protocol-of-assistants-does-no-jobs',
      comment: 'it is bundled apart, and would bring all of the program along',
      severity: 'error',
      from: { path: layer('mcp/protocol') },
      to: {
        path: '^server/src/',
        pathNot: `${layer('mcp/protocol')}|${layer('workspace/disk')}|${layer('text')}`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-manifest-knows-yaml',
      severity: 'error',
      from: { path: '^(server|client|site)/src/', pathNot: layer('manifest/read') },
      to: { path: 'node_modules/yaml/' },
    },
    {
      name: 'only-the-editors-side-knows-vscode',
      severity: 'error',
      from: { path: '^server/src/', pathNot: layer('lsp') },
      to: { path: 'node_modules/vscode-(languageserver|languageclient|jsonrpc)' },
    },
    {
      name: 'the-core-does-no-io',
      severity: 'error',
      from: { path: core, pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'runs-look-at-the-disk-through-looks',
      comment: 'what a run went by must be known, so that --cache can tell whether it would come out the same',
      severity: 'error',
      from: {
        path: '^server/src/(workspace|cli)/',
        pathNot:
          '\\.test\\.ts$|/(trackedFs|confinement|confinementOfRun|readFile|regularFile|readPieces|textStore|replaceFile|catalogFile|catalogueInUse|installedCatalogue|crdSetFile|fieldTextsFile|siteAddress|explanations|shippedThread|judgeThreads|externalTool|kustomizeBuild|revisionFolder|outcomeStore|cachedRun|watching|terminal)\\.ts$',
      },
      to: { path: '^(node:)?fs$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-in-the-product',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^test/|\\.test\\.ts$' },
    },
    {
      name: 'what-is-imported-exists',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
