import { isMap, isScalar, type Pair, type Scalar } from 'yaml';

/**
 * The text between brackets that ends with a colon, such as `Result:` in `[echo, Result:]`, if the key of a pair is
 * one: the package ends a key there, but for go-yaml a colon only does so if a blank follows (`sigs.k8s.io/yaml`
 * goyaml.v2/scannerc.go, yaml_parser_scan_plain_scalar).
 */
export function keyWithColon({ key, srcToken }: Pair, source: string): Scalar | undefined {
  if (!isScalar(key) || key.type !== 'PLAIN') return undefined;
  const [start, end] = key.range ?? [0, 0];
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind')?.offset;
  if (start === end || colon !== end || !/[,\]}]/.test(source.charAt(colon + 1))) return undefined;
  const whole = key.clone();
  if (!isScalar(whole)) return undefined;
  whole.range = [start, colon + 1, colon + 1];
  return whole;
}

/** The same for an item of a list between brackets, which the package reads as a map without braces. */
export function itemWithColon(item: unknown, source: string): Scalar | undefined {
  if (!isMap(item) || item.flow !== true || source.charAt(item.range?.[0] ?? 0) === '{') return undefined;
  const [pair] = item.items;
  const isExplicit = pair?.srcToken?.start.some(({ type }) => type === 'explicit-key-ind');
  return pair === undefined || isExplicit === true ? undefined : keyWithColon(pair, source);
}
