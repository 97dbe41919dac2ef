// The layers of ARCHITECTURE.md, enforced: data flows one way.
const layer = (name) => `^server/src/${name}/`;
const core =
  '^server/src/(text|target|catalog|formats|manifest|sources|kustomize|embedded|helm|decode|cel|checks|conversion|crd|update|config|report|compare)/|^server/src/(finding|analysis|analyze|analyzeTemplate|templateJudge|judgePart|fix)\\.ts';

/** A folder may import itself and what is listed, nothing else of ours. */
const only = (name, ...allowed) => ({
  name: `${name}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: layer(name), pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(server|client)/src/',
    pathNot: [
      layer(name),
      ...allowed.map((a) => (a.endsWith('.ts') ? `^server/src/${a.replace('.', '\\.')}` : layer(a))),
    ],
  },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    only('text'),
    only('target', 'text'),
    only('formats', 'text'),
    only('catalog', 'target', 'text'),
    only('manifest', 'target', 'text'),
    only('kustomize', 'manifest', 'target', 'text'),
    only('sources', 'manifest', 'target', 'text'),
    only('embedded', 'kustomize', 'manifest', 'target', 'text'),
    only('helm', 'formats', 'manifest', 'catalog', 'target', 'text', 'finding.ts'),
    only('decode', 'formats', 'manifest', 'catalog', 'target', 'text'),
    only('cel', 'formats', 'manifest', 'catalog', 'target', 'text'),
    only('conversion', 'decode', 'formats', 'manifest', 'catalog', 'target', 'text', 'finding.ts'),
    only('crd', 'decode', 'formats', 'manifest', 'catalog', 'target', 'text', 'finding.ts'),
    only(
      'checks',
      'sources',
      'cel',
      'conversion',
      'crd',
      'decode',
      'formats',
      'kustomize',
      'manifest',
      'catalog',
      'target',
      'text',
      'finding.ts',
    ),
    only('update', 'manifest', 'catalog', 'target', 'text', 'finding.ts'),
    only('config', 'manifest', 'catalog', 'target', 'text', 'finding.ts'),
    only('compare', 'manifest', 'catalog', 'target', 'text', 'finding.ts', 'analysis.ts'),
    only('report', 'config', 'checks', 'manifest', 'catalog', 'target', 'text', 'finding.ts', 'analysis.ts'),
    only(
      'workspace',
      'crd',
      'helm',
      'kustomize',
      'sources',
      'update',
      'config',
      'report',
      'checks',
      'manifest',
      'catalog',
      'target',
      'text',
      'finding.ts',
      'analysis.ts',
      'analyze.ts',
      'fix.ts',
    ),
    {
      name: 'no-check-imports-another-check',
      severity: 'error',
      from: { path: '^server/src/checks/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/checks/([^/]+)/', pathNot: '^server/src/checks/$1/' },
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
      name: 'only-manifest-knows-yaml',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: layer('manifest') },
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
