/**
 * A smaller text that still fails: removes ranges of lines and then of characters for as long as the text fails.
 *
 * @param max the maximum number of tries.
 */
export async function minimise(text: string, fails: (text: string) => Promise<boolean>, max = 1_500): Promise<string> {
  let remaining = max;
  const tried = async (candidate: string) => remaining-- > 0 && (await fails(candidate));
  const byLines = await without(text.split(/(?<=\n)/), tried);
  const byPieces = await without(byLines.join('').split(/(?<=[\s,:{}[\]"'.])/), tried);
  return (await without([...byPieces.join('')], tried)).join('');
}

/** The parts that remain after the removal of all ranges that the failure does not need; tries large ranges first. */
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
