// npm run setup: installs what tests need besides packages, and lists what is available. With names as arguments, only
// these; with --json, the list goes to standard output as JSON, for single tests.
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
