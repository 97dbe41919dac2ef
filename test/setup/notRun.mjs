/** Ends the process with the reason why a suite does not run: a failure only if everything is required, as in CI. */
export function notRun(reason) {
  const required = process.env.KUBECOMPAT_REQUIRE_ALL === '1';
  console.log(`not run: ${reason}`);
  console.log(`0 passed, ${required ? 1 : 0} failed`);
  process.exit(required ? 1 : 0);
}
