/** Files of a GitHub repository at a revision. */
export interface GitHubFile {
  /** `github.com/owner/name` */
  readonly url: string;
  /** Its path in the repository, or the name of a release asset; '' for all of it. */
  readonly path: string;
  /** The tag, branch or commit; undefined for the newest. */
  readonly version: string | undefined;
}

const asset = /^https?:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/releases\/download\/([^/?#]+)\/([^/?#]+)$/;
const newest = /^https?:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/releases\/latest\/download\/([^/?#]+)$/;
const raw = /^https?:\/\/raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\/(?:refs\/tags\/)?([^/?#]+)\/([^?#]+)$/;
const rawHere = /^https?:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/raw\/(?:refs\/tags\/)?([^/?#]+)\/([^?#]+)$/;
const folder =
  /^(?:git::)?(?:(?:https?|ssh|git):\/\/)?(?:git@)?github\.com[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/{1,2}([^?#]*))?(?:\?([^#]*))?$/;

/** The GitHub file in a kustomization's URL, in the forms that Kustomize accepts; undefined for everything else. */
export function gitHubFile(url: string): GitHubFile | undefined {
  if (url.length > maxUrlLength) return undefined;
  for (const form of [asset, raw, rawHere]) {
    const [, name, version, path] = form.exec(url) ?? [];
    if (name !== undefined && path !== undefined) return { url: `github.com/${name}`, path, version };
  }
  const [, latest, file] = newest.exec(url) ?? [];
  if (latest !== undefined && file !== undefined)
    return { url: `github.com/${latest}`, path: file, version: undefined };
  const [, owner, name, path = '', query = ''] = folder.exec(url) ?? [];
  if (owner === undefined || name === undefined) return undefined;
  const settings = new Map(query.split('&').map((setting) => splitAt(setting, '=')));
  const version = settings.get('ref') ?? settings.get('version');
  return { url: `github.com/${owner}/${name}`, path, version };
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const maxUrlLength = 2_000;

/** The `owner/name` of a GitHub repository; undefined for other URLs. */
export function gitHubRepository(url: string): string | undefined {
  return /^(?:[a-z+]+:\/\/)?(?:git@)?github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url.trim())?.[1];
}
