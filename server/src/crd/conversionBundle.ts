import table from '../../data/authored/schema-validation.json' with { type: 'json' };
import { isLoadableBundle } from '../formats/caBundle.ts';
import { type MapEntry, type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import { factMinor, type Minor } from '../targets/version.ts';

/** The first minor that checks the caBundle of a conversion webhook. */
export const checksBundlesSince: Minor = factMinor(table.conversionBundles.since);

/**
 * The caBundle of a definition's conversion webhook that no server can load; undefined if it has a good one, or none.
 *
 * @param spec the spec of the definition.
 */
export function brokenBundle(spec: MapNode): MapEntry | undefined {
  const conversion = mapFor(spec, 'conversion');
  if (conversion === undefined || stringFor(conversion, 'strategy') !== 'Webhook') return undefined;
  const webhook = mapFor(conversion, 'webhook');
  const client = webhook && mapFor(webhook, 'clientConfig');
  const bundle = client && stringFor(client, 'caBundle');
  if (client === undefined || !bundle || isLoadableBundle(bundle)) return undefined;
  return client.entries.find(({ key }) => key === 'caBundle');
}
