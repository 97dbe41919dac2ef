/** Whether parameters of generators may fill in a part of an address. */
export function isOpenUrl(url: string): boolean {
  return /[*{]/.test(url);
}

/** `git@host:owner/name.git` and `https://host/owner/name` are one address. */
export function normalUrl(url: string): string {
  return url
    .replace(/^[a-z+]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(':', '/')
    .replace(/(?:\.git)?\/*$/, '')
    .toLowerCase();
}
