/** The fields of a kustomization whose items name files with patches. */
const patchFields: ReadonlySet<string> = new Set(['patches', 'patchesStrategicMerge', 'patchesJson6902']);

/** A field at the top, or one that is a comment with its value below. */
const field = /^([A-Za-z0-9]+):|^# ?([A-Za-z0-9]+):\s*$/;

/** An item with a path, or the path of an item that begins in an earlier line. */
const commentedPath = /^[ \t]*#[#\s]*(?:-\s+(?:path:\s*)?|path:\s*)["']?([^\s"'#]+\.(?:ya?ml|json))["']?\s*(?:#.*)?$/;

/**
 * The files with patches that a kustomization names in comments, as it names them. Generators of projects write patches in
 * advance, and leave it to people to use them.
 *
 * Source: the scaffolded `config/crd/kustomization.yaml` and `config/default/kustomization.yaml` of Kubebuilder.
 */
export function commentedPatches(text: string): readonly string[] {
  if (!text.includes('#')) return [];
  const found: string[] = [];
  let within = '';
  for (const line of text.split('\n')) {
    const key = field.exec(line);
    within = key?.[1] ?? key?.[2] ?? within;
    const path = commentedPath.exec(line)?.[1];
    if (path !== undefined && patchFields.has(within)) found.push(path);
  }
  return found;
}
