/** A range of ports, both ends included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses `30000-32767`, `30000+2767` or a single port like kube-apiserver; returns its error for an invalid range.
 * Source: k8s.io/apimachinery/pkg/util/net/port_range.go, PortRange.Set.
 *
 * @param largest the largest port.
 */
export function parsePortRange(text: string, largest: number): PortRange | string {
  const value = text.trim();
  const [hyphen, plus] = [value.indexOf('-'), value.indexOf('+')];
  if (hyphen >= 0 && plus >= 0) return `unable to parse port range: ${value}`;
  const cut = Math.max(hyphen, plus);
  const parts = cut < 0 ? [value] : [value.slice(0, cut), value.slice(cut + 1)];
  const wrong = parts.find((part) => !/^[+-]?\d+$/.test(part));
  if (wrong !== undefined) return `strconv.Atoi: parsing ${JSON.stringify(wrong)}: invalid syntax`;
  const [first = 0, second = first] = parts.map(Number);
  const last = plus >= 0 ? first + second : second;
  if (first > largest || last > largest) return `the port range cannot be greater than ${largest}: ${value}`;
  if (last < first) return `end port cannot be less than start port: ${value}`;
  return { first, last };
}

/** A range as the server writes it. */
export function formatPortRange({ first, last }: PortRange): string {
  return `${first}-${last}`;
}
