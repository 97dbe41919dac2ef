/**
 * The part of the changelog that a release is described by: below the heading of its version, else below "Unreleased".
 * Undefined where there is neither, or nothing below it.
 */
export function releaseNotes(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const below = (heading) => {
    const part = parts.find((one) => one.split(/[\s\n]/, 1)[0].replace(/^\[|\]$/g, '') === heading);
    return part?.slice(part.indexOf('\n')).trim();
  };
  const notes = below(version) ?? below('Unreleased');
  return notes === undefined || notes === '' ? undefined : `${notes}\n`;
}
