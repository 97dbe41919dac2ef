import { isBase64 } from './base64.ts';
import { decodeBytes } from './base64Text.ts';

/** A PEM block: the content between two lines of dashes. */
export interface PemBlock {
  /** `CERTIFICATE`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: readonly number[];
}

const begin = '-----BEGIN ';
const end = '\n-----END ';
const dashes = '-----';

/**
 * The blocks that Go finds in a text (`Decode` in `encoding/pem`): a block ends at the first end line and begins at the last
 * begin line before it; one that is not well-formed is passed over.
 */
export function* pemBlocks(text: string): Generator<PemBlock> {
  let rest = text;
  for (;;) {
    const endAt = rest.indexOf(end);
    if (endAt < 0) return;
    const after = rest.slice(endAt + end.length);
    const beginAt = rest.lastIndexOf(begin, endAt - begin.length);
    const startsLine = beginAt === 0 || (beginAt > 0 && rest[beginAt - 1] === '\n');
    const block = startsLine ? readBlock(rest.slice(beginAt + begin.length, endAt), after) : undefined;
    if (block !== undefined) yield block;
    rest = after;
  }
}

/** @param inside the text between BEGIN and END; `after`: the text after END. */
function readBlock(inside: string, after: string): PemBlock | undefined {
  const lines = inside.split('\n').map(trimmed);
  const [typeLine = ''] = lines;
  if (!typeLine.endsWith(dashes)) return undefined;
  const type = typeLine.slice(0, -dashes.length);
  const lineEnd = after.indexOf('\n');
  if (trimmed(lineEnd < 0 ? after : after.slice(0, lineEnd)) !== `${type}${dashes}`) return undefined;
  const first = lines.findIndex((line, index) => index > 0 && !line.includes(':'));
  const headers = first < 0 ? lines.length - 1 : first - 1;
  if (first < 0 && headers > 0) return undefined;
  const content = lines
    .slice(1 + headers)
    .join('')
    .replace(/[ \t]/g, '');
  return isBase64(content) ? { type, hasHeaders: headers > 0, bytes: decodeBytes(content) } : undefined;
}

function trimmed(line: string): string {
  return line.replace(/\r$/, '').replace(/[ \t]+$/, '');
}
