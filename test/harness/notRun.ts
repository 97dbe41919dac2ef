/**
 * Says that a test cannot run here. Where everything is required (`KUBECOMPAT_REQUIRE_ALL=1`, as in CI) that is a
 * failure; elsewhere the test is skipped and the reason is printed for the summary.
 */
export function notRun(context: Mocha.Context, reason: string): never {
  if (process.env['KUBECOMPAT_REQUIRE_ALL'] === '1') throw new Error(`not run: ${reason}`);
  console.log(`\nnot run: ${reason}`);
  return context.skip();
}
