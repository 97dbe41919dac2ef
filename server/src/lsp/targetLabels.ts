import { parseFileExpression } from '../targets/fileExpression.ts';
import { formatMinor, type Minor } from '../targets/version.ts';

/** A target to be labelled: its name or expression, and the versions of its server. */
export interface NamedVersions {
  readonly expression: string;
  readonly versions: { readonly binary: Minor; readonly emulation: Minor };
}

/**
 * How editors show targets, by their expressions. A file has its version first, and the end of its path that no other of
 * them has: `1.36 · talconfig`. Settings are counted: `1.37 as 1.35 +1`. Other names are unchanged.
 */
export function targetLabels(targets: readonly NamedVersions[]): ReadonlyMap<string, string> {
  const references = new Map(
    targets.flatMap(({ expression }) => {
      const parsed = parseFileExpression(expression);
      return parsed?.ok === true ? [[expression, withoutSuffix(parsed.file.reference)]] : [];
    }),
  );
  return new Map(
    targets.map(({ expression, versions }) => {
      const reference = references.get(expression);
      if (reference === undefined) return [expression, shortExpression(expression)];
      return [expression, `${versionsText(versions)} \u00b7 ${shortest(reference, [...references.values()])}`];
    }),
  );
}

function versionsText({ binary, emulation }: NamedVersions['versions']): string {
  return emulation === binary ? formatMinor(binary) : `${formatMinor(binary)} as ${formatMinor(emulation)}`;
}

/** `clusters/edge.yaml#one` as `clusters/edge#one`. */
function withoutSuffix(reference: string): string {
  return reference.replace(/\.[^./#]+(?=#|$)/, '');
}

/** The shortest end of a path, in whole segments, that no other of these paths has. */
function shortest(path: string, all: readonly string[]): string {
  const segments = path.split('/');
  for (let count = 1; count < segments.length; count++) {
    const end = segments.slice(-count).join('/');
    const isOfOther = all.some((other) => other !== path && (other === end || other.endsWith(`/${end}`)));
    if (!isOfOther) return end;
  }
  return path;
}

/** `1.37 as 1.35 +1` for a binary that emulates another version, with one more setting. */
function shortExpression(name: string): string {
  const [binary = '', ...settings] = name.split(',');
  if (settings.length === 0) return name;
  const emulated = settings.find((setting) => setting.startsWith(emulating))?.slice(emulating.length);
  const more = settings.length - (emulated === undefined ? 0 : 1);
  return `${binary}${emulated === undefined ? '' : ` as ${emulated}`}${more === 0 ? '' : ` +${more}`}`;
}

const emulating = 'emulated-version=';
