/** The memory of a process at one time. */
export interface MemorySample {
  readonly edits: number;
  /** Resident memory in MB. */
  readonly megabytes: number;
}

const size = { width: 720, height: 240, left: 48, bottom: 28 };

/** An SVG with the samples as a curve. */
export function curveOf(samples: readonly MemorySample[]): string {
  const max = Math.max(...samples.map(({ megabytes }) => megabytes), 1);
  const last = Math.max(...samples.map(({ edits }) => edits), 1);
  const top = Math.ceil(max / 100) * 100;
  const x = (edits: number) => (size.left + (edits / last) * (size.width - size.left - 12)).toFixed(1);
  const y = (megabytes: number) => (8 + (1 - megabytes / top) * (size.height - size.bottom - 8)).toFixed(1);
  const points = samples.map(({ edits, megabytes }) => `${x(edits)},${y(megabytes)}`).join(' ');
  const lines = Array.from({ length: top / 100 + 1 }, (_, index) => index * 100).map(
    (megabytes) =>
      `<path d="M${size.left} ${y(megabytes)}H${size.width - 12}" stroke="#ccc"/><text x="${size.left - 6}" y="${y(megabytes)}" text-anchor="end" dominant-baseline="middle">${megabytes}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="11">
<title>Memory of the language server over the edits of a soak</title>
<rect width="100%" height="100%" fill="#fff"/>
${lines.join('\n')}
<polyline points="${points}" fill="none" stroke="#326ce5" stroke-width="1.5"/>
<text x="${size.left}" y="${size.height - 8}">0</text><text x="${size.width - 12}" y="${size.height - 8}" text-anchor="end">${last} edits</text>
<text x="${size.width / 2}" y="${size.height - 8}" text-anchor="middle">resident memory of the language server, MB</text>
</svg>
`;
}
