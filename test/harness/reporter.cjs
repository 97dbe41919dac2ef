// Mocha's dots, and after them the tests that passed only when they were repeated.
const mocha = require('mocha');

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_RETRY } = mocha.Runner.constants;

module.exports = class Reporter extends mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const repeated = new Map();
    runner.on(EVENT_TEST_RETRY, (test, error) => repeated.set(test.fullTitle(), error));
    runner.on(EVENT_TEST_FAIL, (test) => repeated.delete(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => {
      for (const [title, error] of repeated) {
        const message = String(error?.stack ?? error?.message ?? error).replaceAll(/\n */g, ' | ');
        console.log(`repeated: ${title}: ${message.slice(0, 1000)}`);
      }
    });
  }
};
