/**
 * Marks a test as not runnable here. With `KUBECOMPAT_REQUIRE_ALL=1`, as in CI, that is a failure; otherwise the test
 * is skipped and the reason is printed for the summary.
 */
export function notRun(context: Mocha.Context, reason: string): never {
  if (process.env['KUBECOMPAT_REQUIRE_ALL'] === '1') throw new Error(`not run: ${reason}`);
  console.log(`\nnot run: ${reason}`);
  return context.skip();
}
