import { Transform } from 'node:stream';

/** A stream that fails on a line longer than this, in bytes, against invalid clients. */
export function boundedLines(max: number): Transform {
  const newline = 10;
  let length = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      const end = piece.lastIndexOf(newline);
      const first = piece.indexOf(newline);
      const longest = first < 0 ? length + piece.length : length + first;
      length = end < 0 ? length + piece.length : piece.length - end - 1;
      if (longest > max || length > max) done(new Error(`a message has more than ${max} bytes`));
      else done(null, piece);
    },
  });
}
