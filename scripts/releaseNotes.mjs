/**
 * The changelog of a release: below the heading of its version, else below "Unreleased". Undefined without either, or
 * without content.
 */
export function releaseNotes(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const below = (heading) => {
    const part = parts.find((candidate) => candidate.split(/[\s\n]/, 1)[0].replace(/^\[|\]$/g, '') === heading);
    return part?.slice(part.indexOf('\n')).trim();
  };
  const notes = below(version) ?? below('Unreleased');
  return notes === undefined || notes === '' ? undefined : `${notes}\n`;
}
