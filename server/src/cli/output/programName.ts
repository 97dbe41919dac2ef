/** kubectl runs `kubectl-compat` on the PATH for `kubectl compat` (https://kubernetes.io/docs/tasks/extend-kubectl/kubectl-plugins/). */
const plugin = /(?:^|[\\/])kubectl-compat(?:\.(?:js|cmd|ps1|exe))?$/;

/** The command that users type, by the name of the started file: `kubecompat` or `kubectl compat`. */
export function programName(started = process.argv[1] ?? ''): string {
  return plugin.test(started) ? 'kubectl compat' : 'kubecompat';
}
