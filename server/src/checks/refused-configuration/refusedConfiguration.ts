import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import type { Fix } from '../../finding.ts';
import { entryFor, type MapNode, stringFor } from '../../manifest/node.ts';
import { factMinor, formatMinor } from '../../targets/version.ts';
import { fieldOf } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';
import { Value } from '../value.ts';
import { judgePlugins } from './admissionPlugins.ts';
import { validateAuthentication } from './authentication.ts';
import { validateAuthorization } from './authorization.ts';
import { decodeConfiguration } from './decodeStruct.ts';
import { judgePluginFile } from './pluginSettings.ts';
import { Refusals } from './refusals.ts';

interface KindFacts {
  readonly flag: string;
  readonly gate?: string;
  /** The oldest binary that reads each version. */
  readonly versions: Readonly<Record<string, string>>;
  /** The oldest binary known to refuse unknown and duplicate fields; all binaries if absent. */
  readonly strictSince?: string;
  /** The file that decides. */
  readonly source?: string;
}

const kinds: ReadonlyMap<string, KindFacts> = new Map(Object.entries(facts.kinds));
const rulesSince = factMinor(facts.rulesSince);

const admissionKind = 'AdmissionConfiguration';

/**
 * The files that configure how kube-apiserver authenticates, authorizes and admits requests, if it would not start with
 * them.
 */
export const refusedConfiguration: Check = {
  codes: [
    {
      code: 'refused-configuration',
      consequences: ['not-started', 'advice'],
      title: 'kube-apiserver refuses to start with this configuration',
    },
  ],
  document({ root, text, surface }, emit) {
    if (root.kind !== 'map') return;
    const kind = stringFor(root, 'kind') ?? '';
    if (judgePluginFile(root, text, surface, emit)) return;
    const [group, version = ''] = (stringFor(root, 'apiVersion') ?? '').split('/');
    const known = kinds.get(kind);
    if (group !== facts.group || known === undefined) return;
    const refusals = new Refusals(surface, text, known.flag, emit, known.source);
    if (!isRead(root, kind, version, known, refusals)) return;
    const { binary } = surface.versions;
    if (known.strictSince === undefined || binary >= factMinor(known.strictSince)) {
      decodeConfiguration(root, kind, refusals);
    }
    if (kind === admissionKind) {
      judgePlugins(root, refusals);
      return;
    }
    if (refusals.count > 0 || surface.versions.binary < rulesSince) return;
    const value = Value.untyped(root, undefined, root.entries[0]?.keySpan ?? root);
    if (kind === 'AuthenticationConfiguration') validateAuthentication(value, refusals);
    else validateAuthorization(value, refusals);
  },
};

/** Whether the target reads the kind in this version; reports why not. */
function isRead(root: MapNode, kind: string, version: string, known: KindFacts, refusals: Refusals): boolean {
  const { binary } = refusals.surface.versions;
  const entry = entryFor(root, 'apiVersion');
  const at = { path: fieldOf(undefined, 'apiVersion'), span: entry?.value ?? root };
  const read = Object.entries(known.versions).filter(([, since]) => factMinor(since) <= binary);
  const latest = read.at(-1)?.[0];
  const server = `kube-apiserver ${formatMinor(binary)}`;
  if (latest === undefined) {
    const message = `${server} does not know ${kind}`;
    refusals.add({ ...at, message, remedy: `Remove --${known.flag}, or use a newer kube-apiserver` });
    return false;
  }
  if (!read.some(([name]) => name === version)) {
    const names = read.map(([name]) => name);
    const message = `${server} does not read ${kind} in version ${version}`;
    const written = `${facts.group}/${latest}`;
    const fix: Fix = {
      title: `Write ${written}`,
      kind: 'forced',
      edits: entry === undefined ? [] : [{ span: { start: at.span.start, end: at.span.end }, newText: written }],
      left: [`whether every kube-apiserver with this file reads ${latest}`],
    };
    const fixes = entry?.alias === undefined ? [fix] : [];
    refusals.add({ ...at, message, remedy: `It reads ${names.join(', ')}; write one of them`, fixes });
    return false;
  }
  if (known.gate === undefined || refusals.gate(known.gate)) return true;
  const message = `--${known.flag} cannot be used at this target: the feature gate ${known.gate} is off`;
  refusals.add({ ...at, message, remedy: `Turn on ${known.gate}, or remove the file` });
  return false;
}
