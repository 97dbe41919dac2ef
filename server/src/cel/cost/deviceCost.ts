import data from '../../../data/authored/cel-costs.json' with { type: 'json' };
import { factMinor, type Minor } from '../../targets/version.ts';
import type { Compiled } from '../compile.ts';
import { maxCost, type SizeAt } from './coster.ts';
import { costRules } from './costRules.ts';
import { sizeFrom, sizesBelow, type ValueSizes } from './valueSizes.ts';

// Source: k8s.io/dynamic-resource-allocation cel/compile.go and pkg/apis/resource/types.go.

/** The cost limit of one device expression, and of all attribute computations for one claim together. */
export const deviceLimit = 1_000_000n;

const estimatedSince = factMinor(data.devicesEstimatedSince);

const none: ValueSizes = { max: 0n, minBytes: 0n, elements: undefined, keys: undefined, fields: new Map() };
const sized = (max: bigint): ValueSizes => ({ ...none, max });
const mapOf = (keys: ValueSizes, elements: ValueSizes): ValueSizes => ({ ...none, max: 32n, keys, elements });

const domain = sized(63n);
const identifier = sized(32n);
/** For any content: a text, or a list. */
const attribute = sized(64n);
const device: ValueSizes = {
  ...none,
  fields: new Map([
    ['driver', sized(63n)],
    ['allowMultipleAllocations', sized(1n)],
    ['attributes', mapOf(domain, mapOf(identifier, attribute))],
    ['capacity', mapOf(domain, mapOf(identifier, none))],
  ]),
};

const sizeAt: SizeAt = ([variable, ...names]) =>
  variable === 'device' ? sizeFrom(device, names, partOfDevice) : undefined;

/** All attributes have the same size. */
function partOfDevice(sizes: ValueSizes, name: string): ValueSizes | undefined {
  return sizesBelow(sizes, name) ?? (sizes.elements === attribute ? attribute : undefined);
}

/** The cost of a device expression; undefined if the binary's cost rules are unknown. */
export function deviceCost({ expr, checked }: Compiled, binary: Minor): bigint | undefined {
  if (binary < estimatedSince || expr === undefined || checked === undefined) return undefined;
  return maxCost(expr, checked, sizeAt, costRules(binary));
}
