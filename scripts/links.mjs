// The origin of a release in its manifests. A checkout has no address: the release command sets it.

/**
 * The links of a package, by the address of its repository; none without one.
 *
 * @param repository such as `https://github.com/OWNER/NAME`.
 */
export function linksOf(repository) {
  if (repository === undefined) return {};
  return {
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
}
