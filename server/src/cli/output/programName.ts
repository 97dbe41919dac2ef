/** kubectl runs `kubectl-compat` on the PATH for `kubectl compat` (https://kubernetes.io/docs/tasks/extend-kubectl/kubectl-plugins/). */
const plugin = /(?:^|[\\/])kubectl-compat(?:\.(?:js|cmd|ps1|exe))?$/;

/** What people type to run this program, by the name of the file that was started: `kubecompat` or `kubectl compat`. */
export function programName(started = process.argv[1] ?? ''): string {
  return plugin.test(started) ? 'kubectl compat' : 'kubecompat';
}
