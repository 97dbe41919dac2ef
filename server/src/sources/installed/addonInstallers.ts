import addonEntries from '../../../data/authored/addon-installers.json' with { type: 'json' };
import setEntries from '../../../data/authored/crd-installers.json' with { type: 'json' };
import { addons } from '../../targets/addons.ts';
import { Installers, type SetEntry } from './installers.ts';
import { exactVersion } from './versions.ts';

/**
 * The installers of add-ons whose projects publish their supported versions: sources of their definitions, and
 * workloads that run them. A chart may omit the definitions although it installs the add-on.
 */
export const addonInstallers = new Installers(
  Object.fromEntries(addons.map(({ name }) => [name, entryOf(name)])),
  addons.map(({ name, releases }) => ({ name, channels: [], releases: releases.map(({ first }) => `v${first}`) })),
  (set, release) => {
    const version = exactVersion(release);
    return version === undefined ? undefined : { set, release: `v${version}`, written: release, channel: undefined };
  },
);

function entryOf(name: string): SetEntry {
  const sets: Readonly<Record<string, SetEntry>> = setEntries.sets;
  const others: Readonly<Record<string, SetEntry>> = addonEntries.sets;
  const entries = [sets[name] ?? {}, others[name] ?? {}];
  return {
    charts: entries.flatMap(({ charts = [] }) => charts.map((chart) => ({ ...chart, off: [] }))),
    repositories: entries.flatMap(({ repositories = [] }) => repositories),
    images: entries.flatMap(({ images = [] }) => images),
    objects: entries.flatMap(({ objects = [] }) => objects),
  };
}
