/**
 * A smaller text that still fails: stretches are taken out, lines first and then characters, for as long as that is so.
 *
 * @param max how many texts are tried.
 */
export async function minimise(text: string, fails: (text: string) => Promise<boolean>, max = 1_500): Promise<string> {
  let remaining = max;
  const tried = async (candidate: string) => remaining-- > 0 && (await fails(candidate));
  const byLines = await without(text.split(/(?<=\n)/), tried);
  const byPieces = await without(byLines.join('').split(/(?<=[\s,:{}[\]"'.])/), tried);
  return (await without([...byPieces.join('')], tried)).join('');
}

/** What is left of parts when each stretch was taken out without which it still fails; large ones are tried first. */
async function without(
  parts: readonly string[],
  fails: (text: string) => Promise<boolean>,
): Promise<readonly string[]> {
  let kept = parts;
  for (let size = Math.ceil(parts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const fewer = kept.toSpliced(at, size);
      if (await fails(fewer.join(''))) kept = fewer;
      else at += size;
    }
  }
  return kept;
}
