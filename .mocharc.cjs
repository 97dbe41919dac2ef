const { testMinutes } = require('./test/guards.json');

module.exports = {
  import: ['tsx'],
  spec: ['{server,tools,site}/**/*.test.ts', 'test/**/*.test.ts'],
  ignore: ['test/vscode/**', '**/node_modules/**'],
  timeout: testMinutes * 60_000,
  reporter: 'dot',
};
