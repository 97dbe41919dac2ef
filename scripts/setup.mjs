// npm run setup: installs what tests need besides packages, and says what there is and what not. With names as arguments,
// these alone; with --json, what there is goes to standard output as JSON, for tests that are run alone.
import { names, setUp } from '../test/setup/needs.mjs';

const asked = process.argv.slice(2).filter((argument) => argument !== '--json');
const json = process.argv.includes('--json');
const unknown = asked.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`${unknown} is none of ${names.join(', ')}.`);
  process.exit(2);
}
const { left } = setUp(asked.length === 0 ? names : asked, json ? process.stderr : process.stdout);
if (json) console.log(JSON.stringify(left));
else if (Object.values(left).some(({ path }) => path === undefined)) process.exitCode = 1;
