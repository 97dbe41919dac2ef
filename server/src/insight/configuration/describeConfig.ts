import type { Catalog } from '../../catalog/catalog.ts';
import { isPlainVersion } from '../../catalog/plainVersion.ts';
import { binaryText } from '../../catalog/previewNote.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { severityKey, targetKeys } from '../../config/keys.ts';
import { formatMinor, parseMinor } from '../../targets/version.ts';
import { escaped } from '../markdown.ts';
import { componentOf, type DescribedSpan, describeBinary, describeEntry } from '../settings/describeSetting.ts';
import { describeFlag } from '../settings/flagText.ts';
import { type ConfigPosition, configPositionAt } from './configPosition.ts';
import { schemaKeys, schemaText } from './schemaTexts.ts';

/** The facts for describing and completing a configuration. */
export interface ConfigFacts {
  readonly catalog: Catalog;
  /** The codes of checks with their titles. */
  readonly codes: ReadonlyMap<string, string>;
  /** A target of the configuration, if it makes one. */
  readonly surfaceOf: (name: string) => ApiSurface | undefined;
}

/** A hover, and whether an editor with the configuration's JSON schema shows the same. */
export type DescribedConfig = DescribedSpan & { readonly inSchema: boolean };

/** The description of a key, a gate, a version or a name in a `.kubecompat.yaml`. */
export function describeConfigAt(text: string, offset: number, facts: ConfigFacts): DescribedConfig | undefined {
  const at = configPositionAt(text, offset);
  if (at === undefined || at.position.word.text === '') return undefined;
  const span = { start: at.position.word.start, end: at.position.word.end };
  const key = at.isKey ? describeKey(at, facts) : undefined;
  if (key !== undefined) return { span, ...key };
  const markdown = at.isKey ? undefined : describeValue(at, facts);
  return markdown === undefined ? undefined : { span, markdown, inSchema: false };
}

function describeKey(
  { path, position, target }: ConfigPosition,
  { catalog, codes, surfaceOf }: ConfigFacts,
): Omit<DescribedConfig, 'span'> | undefined {
  const { text } = position.word;
  const [top, name, key] = path;
  const described = (markdown: string | undefined, inSchema = false) =>
    markdown === undefined ? undefined : { markdown, inSchema };
  if (path.length === 1) return described(schemaSays(text, schemaKeys.top), true);
  if (path.at(-2) === severityKey) return described(codeTitle(text, codes));
  if (top === 'files' && path.length === 3) return described(schemaSays(text, schemaKeys.fileRule), true);
  if (top === 'deprecations' && path.length === 3) return described(schemaSays(text, schemaKeys.deprecation), true);
  if (path.at(-2) === 'helm') return described(schemaSays(text, schemaKeys.helm), true);
  if (top !== 'targets') return undefined;
  if (path.length === 2) return described(describeTarget(text, surfaceOf(text)));
  const flag = targetKeys.get(String(key));
  const binary = parseMinor(target?.entries.get('binaryVersion') ?? '');
  if (path.length === 3) {
    return flag === undefined
      ? described(schemaSays(text, schemaKeys.target), true)
      : described(describeFlag(flag, catalog, binary));
  }
  if (path.length !== 4 || flag === undefined) return undefined;
  const surface = surfaceOf(String(name));
  return described(describeEntry(flag, text, surface === undefined ? [] : [componentOf(surface)], catalog, binary));
}

function describeValue({ path, position, target }: ConfigPosition, facts: ConfigFacts): string | undefined {
  const [top, , key] = path;
  const { text } = position.word;
  if (top === 'targets' && path.length === 3) {
    const flag = targetKeys.get(String(key));
    const minor = parseMinor(text);
    if (flag === 'binary-version') {
      return minor === undefined ? undefined : describeBinary(minor, 'kube-apiserver', facts.catalog);
    }
    const binary = parseMinor(target?.entries.get('binaryVersion') ?? '');
    return flag === undefined ? undefined : describeFlag(flag, facts.catalog, binary);
  }
  const isName = top === 'default' || (top === 'files' && key === 'targets');
  return isName ? describeTarget(text, facts.surfaceOf(text)) : undefined;
}

/** The description of a target: its versions and settings. */
function describeTarget(name: string, surface: ApiSurface | undefined): string | undefined {
  if (surface === undefined) return undefined;
  const { binary, emulation, minCompatibility } = surface.versions;
  const emulating = emulation === binary ? '' : `, emulating ${formatMinor(emulation)}`;
  const compatible = isPlainVersion(surface.versions) ? '' : `, compatible with ${formatMinor(minCompatibility)}`;
  const { featureGates, runtimeConfig } = surface.target;
  const settings = [...featureGates, ...runtimeConfig].map(({ key, value }) => `\`${key}=${value}\``);
  const set = settings.length === 0 ? [] : [`Set: ${settings.join(', ')}`];
  return [
    `**${escaped(name)}**: kube-apiserver ${binaryText(surface)}${emulating}${compatible}`,
    `It serves ${surface.resources.length} kinds.`,
    ...set,
    ...surface.warnings.map(escaped),
  ].join('\n\n');
}

function codeTitle(code: string, codes: ReadonlyMap<string, string>): string | undefined {
  const title = codes.get(code);
  return title === undefined ? undefined : `**${escaped(code)}**: ${escaped(title)}`;
}

function schemaSays(key: string, properties: Readonly<Record<string, object>>): string | undefined {
  const found = schemaText(key, properties);
  return found === undefined ? undefined : `**${key}**: ${found}`;
}
