import fc from 'fast-check';

/** A name of a flag that targets have, or of one that they do not, with a value as users write it. */
export const argument: fc.Arbitrary<readonly [name: string, value: string]> = fc.oneof(
  fc.tuple(
    fc.constant('feature-gates'),
    fc.constantFrom('AllBeta=true', 'AllAlpha=true', 'A=true,B=false', 'C=true', ''),
  ),
  fc.tuple(
    fc.constant('runtime-config'),
    fc.constantFrom('api/all=true', 'api/beta=true', 'batch/v1=false,api/alpha=true'),
  ),
  fc.tuple(fc.constant('emulated-version'), fc.constantFrom('1.34', '1.35')),
  fc.tuple(
    fc.constantFrom('enable-admission-plugins', 'disable-admission-plugins'),
    fc.constantFrom('PodSecurity', 'AlwaysPullImages', ',EventRateLimit'),
  ),
  fc.tuple(fc.constant('service-cluster-ip-range'), fc.constantFrom('10.1.0.0/16', 'fd00::/108')),
  fc.tuple(fc.constant('audit-log-maxage'), fc.constantFrom('30', '7')),
);

/** A few arguments, some of the same name. */
export const someArguments = fc.array(argument, { maxLength: 4 });

/** Names and values as a list or a map of YAML in flow style. */
export function flowMap(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`;
}

/** A scalar in quotes; rarely without, so that YAML may read a number, a boolean or null. */
export function scalar(value: string): fc.Arbitrary<string> {
  const quoted = JSON.stringify(value);
  const bare = /^[\w.]+$/.test(value) ? value : quoted;
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(quoted) },
    { weight: 1, arbitrary: fc.constantFrom(bare, 'null') },
  );
}

/** Arguments with their values as scalars. */
export const writtenArguments: fc.Arbitrary<readonly (readonly [string, string])[]> = someArguments.chain((all) =>
  fc.tuple(...all.map(([name, value]) => scalar(value).map((text): readonly [string, string] => [name, text]))),
);

/** Only the last of each name, for maps, whose duplicates some tools refuse. */
export function withoutDuplicates<T>(entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return [...new Map(entries.map((entry) => [entry[0], entry])).values()];
}

/** Arguments as a map, `{name: value}`. */
export const argumentMap = writtenArguments.map((all) => flowMap(withoutDuplicates(all)));

/** Arguments as a list of objects, `[{name: …, value: …}]`. */
export const argumentList = writtenArguments.map(
  (all) => `[${all.map(([name, value]) => `{name: ${name}, value: ${value}}`).join(', ')}]`,
);
