/** An example of a page that explains findings: files, and a command that reports the codes. */
export interface Example {
  readonly codes: readonly string[];
  readonly target: string;
  /** Arguments, without the target. */
  readonly command: string;
  /** Whether Helm must be on the PATH. */
  readonly needsHelm: boolean;
  /** Texts by their paths. */
  readonly files: readonly (readonly [path: string, text: string])[];
}

/**
 * The examples of a page. Each is a section `## Example` that names its target, and has files in code blocks:
 *
 * Target: `1.37`, as `kustomization.yaml`, with `check new.yaml --old=old.yaml`, finds `a-code`, `another-code`
 *
 * `as` names the first block (example.yaml), `with` is the command (`check .`), `finds` the codes (the heading's). A
 * line with only a path in backticks and a colon names the block below it.
 */
export function examplesOf(page: string): readonly Example[] {
  return page.split(/^(?=# [a-z-]+$)/m).flatMap((part) => {
    const heading = /^# ([a-z-]+)$/m.exec(part)?.[1];
    return part
      .split(/^## Example$/m)
      .slice(1)
      .flatMap((chapter) => {
        const [line, target] = /^Target: `([^`]+)`.*$/m.exec(chapter) ?? [];
        if (line === undefined || target === undefined) return [];
        const finds = [...(line.split(', finds ')[1] ?? '').matchAll(/`([a-z-]+)`/g)].flatMap(([, code]) => code ?? []);
        const codes = finds.length > 0 || heading === undefined ? finds : [heading];
        const command = /, with `([^`]+)`/.exec(line)?.[1] ?? 'check .';
        const needsHelm = line.endsWith(', where Helm is installed');
        return [
          {
            codes,
            target,
            command,
            needsHelm,
            files: filesOf(chapter, /, as `([^`]+)`/.exec(line)?.[1] ?? 'example.yaml'),
          },
        ];
      });
  });
}

function filesOf(chapter: string, first: string): Example['files'] {
  const blocks = chapter.matchAll(/(?:^`([^`\n]+)`:\n\n)?^```\w*\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, path = first, text = '']) => [path, text]);
}

/** The codes with a row in a page's table instead of a section. */
export function tableOf(page: string): readonly string[] {
  return [...page.matchAll(/^\| `([a-z-]+)` +\|/gm)].flatMap(([, code]) => code ?? []);
}
