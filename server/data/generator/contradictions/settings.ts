import { factMinor, formatMinor, type Minor } from '../../../src/targets/version.ts';
import { arrayOf, fieldOf, type JsonObject, object, optionalText, text, texts } from '../json.ts';

const apiServer = 'kube-apiserver';

/**
 * The differences between authored tables and binaries in component flags: those in `authored/binaries.json` by first
 * binary, and those that `authored/target-sources.json` reads for each component.
 */
export function flagContradictions(binary: Minor, entry: JsonObject, flags: JsonObject, sources: JsonObject): string[] {
  const since = object(flags['since']);
  const names = Object.keys(since).filter((flag) => factMinor(text(since[flag])) <= binary);
  const [authored, actual] = [new Set(names), new Set(Object.keys(object(entry[apiServer])))];
  const components = arrayOf(sources['components']).flatMap((component) => {
    const name = text(fieldOf(component, 'name'));
    const known = entry[name];
    if (known === undefined) return [];
    const has = new Set(Object.keys(object(known)));
    return texts(fieldOf(component, 'flags'))
      .filter((flag) => !has.has(flag) && (since[flag] === undefined || authored.has(flag)))
      .map((flag) => `server/data/authored/target-sources.json reads --${flag} of ${name}, which it lacks`);
  });
  return [
    ...names
      .filter((flag) => !actual.has(flag))
      .map((flag) => `server/data/authored/binaries.json has --${flag}, which ${apiServer} lacks`),
    ...Object.keys(since)
      .filter((flag) => !authored.has(flag) && actual.has(flag))
      .map((flag) => `server/data/authored/binaries.json has --${flag} later than ${apiServer}`),
    ...components,
  ].map((problem) => `${problem} in ${formatMinor(binary)} (server/data/facts/flags.json)`);
}

/** The differences between `authored/admission.json` and the binary in the plugins that are on by default. */
export function pluginContradictions(binary: Minor, entry: JsonObject, authored: JsonObject): string[] {
  const off = new Set(texts(entry['off']));
  const theirs = new Set(texts(entry['ordered']).filter((name) => !off.has(name)));
  const ours = new Set(
    arrayOf(authored['plugins']).flatMap((plugin) => {
      const until = optionalText(fieldOf(plugin, 'until'));
      const isOn = factMinor(text(fieldOf(plugin, 'since'))) <= binary;
      return isOn && (until === undefined || binary <= factMinor(until)) ? [text(fieldOf(plugin, 'name'))] : [];
    }),
  );
  const where = `kube-apiserver ${formatMinor(binary)} (server/data/facts/admission-plugins.json)`;
  return [
    ...[...theirs].filter((name) => !ours.has(name)).map((name) => `lacks ${name}, which is on by default in ${where}`),
    ...[...ours]
      .filter((name) => !theirs.has(name))
      .map((name) => `has ${name}, which is not on by default in ${where}`),
  ].map((problem) => `server/data/authored/admission.json ${problem}`);
}
