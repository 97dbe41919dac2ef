const { testMinutes } = require('./test/guards.json');

// Files run side by side in `npm test`: the longest come first, so that none is left alone at the end.
const longest = 'windows|scenarios|helm|release|conformance|pages|site|recorded';

module.exports = {
  import: ['tsx'],
  spec: [
    `test/@(${longest})/**/*.test.ts`,
    `test/!(${longest}|vscode)/**/*.test.ts`,
    'test/*.test.ts',
    '{tools,site}/**/*.test.ts',
    'server/**/*.test.ts',
  ],
  ignore: ['test/vscode/**', '**/node_modules/**'],
  timeout: testMinutes * 60_000,
  reporter: 'test/harness/reporter.cjs',
};
