import { nearest } from '../text/nearest.ts';
import { targetFlags } from './target.ts';

/**
 * The target expressions of a list that a person typed: `1.34, 1.37` are two, `1.37,emulated-version=1.35` is one. A part
 * that is no setting begins the next expression, unless it looks like a misspelt one. The file of `from=` takes the rest.
 */
export function splitExpressions(typed: string): readonly string[] {
  const expressions: string[] = [];
  let rest = typed.trim();
  while (rest !== '') {
    const end = endOfExpression(rest);
    expressions.push(rest.slice(0, end).trim());
    rest = rest.slice(end + 1).trim();
  }
  return expressions;
}

/** The offset of the comma behind the first expression, or the end of the text. */
function endOfExpression(text: string): number {
  let comma = text.startsWith('from=') ? -1 : text.indexOf(',');
  while (comma >= 0) {
    const behind = text.slice(comma + 1).trimStart();
    if (behind.startsWith('from=')) break;
    const [part = ''] = behind.split(',');
    if (!isSetting(part.trim())) return comma;
    comma = text.indexOf(',', comma + 1);
  }
  return text.length;
}

function isSetting(part: string): boolean {
  return part === '' || part.includes('=') || settings.has(part) || nearest(part, settings, 1).length > 0;
}

const settings: ReadonlySet<string> = new Set(targetFlags);
