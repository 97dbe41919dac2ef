import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import type { Fix } from '../../finding.ts';
import { entryFor, type MapNode, stringFor } from '../../manifest/node.ts';
import { factMinor, formatMinor } from '../../targets/version.ts';
import { fieldOf } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';
import { Value } from '../value.ts';
import { judgePlugins } from './admissionPlugins.ts';
import { validateAuditPolicy } from './auditPolicy.ts';
import { validateAuthentication } from './authentication.ts';
import { validateAuthorization } from './authorization.ts';
import { validateEgress, validateTracing } from './connections.ts';
import { decodeConfiguration } from './decodeStruct.ts';
import { validateEncryption } from './encryption.ts';
import { judgePluginFile } from './pluginSettings.ts';
import { Refusals } from './refusals.ts';

interface KindFacts {
  /** That of most kinds if absent. */
  readonly group?: string;
  readonly flag: string;
  /** The struct that it has, if it is not named like the kind. */
  readonly struct?: string;
  readonly gate?: string;
  /** The oldest binary that reads each version. */
  readonly versions: Readonly<Record<string, string>>;
  /** The newest binary that reads a version, if later ones do not. */
  readonly until?: Readonly<Record<string, string | undefined>>;
  /** The oldest binary known to refuse unknown and duplicate fields; all binaries if absent. */
  readonly strictSince?: string;
  /** Whether no binary refuses them. */
  readonly neverStrict?: boolean;
  /** The file that decides. */
  readonly source?: string;
}

const kinds: ReadonlyMap<string, KindFacts> = new Map(Object.entries(facts.kinds));
const rulesSince = factMinor(facts.rulesSince);

const groups: ReadonlySet<string> = new Set([facts.group, ...[...kinds.values()].flatMap(({ group }) => group ?? [])]);

const admissionKind = 'AdmissionConfiguration';

const validations: ReadonlyMap<string, (root: Value, refusals: Refusals) => void> = new Map([
  ['AuthenticationConfiguration', validateAuthentication],
  ['AuthorizationConfiguration', validateAuthorization],
  ['Policy', validateAuditPolicy],
  ['EncryptionConfiguration', validateEncryption],
  ['TracingConfiguration', validateTracing],
  ['EgressSelectorConfiguration', validateEgress],
]);

/**
 * The files that configure how kube-apiserver authenticates, authorizes, admits, audits and traces requests, stores
 * objects and connects to others, if it would not start with them.
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
    if (known === undefined || group === undefined || !groups.has(group)) return;
    const refusals = new Refusals(surface, text, known.flag, emit, known.source);
    const isOwn = group === (known.group ?? facts.group);
    if (!isRead(root, kind, isOwn ? version : `${group}/${version}`, known, refusals)) return;
    const { binary } = surface.versions;
    const isStrict =
      known.neverStrict !== true && (known.strictSince === undefined || binary >= factMinor(known.strictSince));
    if (isStrict || kind !== admissionKind) {
      decodeConfiguration(root, known.struct ?? kind, refusals, undefined, isStrict ? 'refused' : 'ignored');
    }
    if (kind === admissionKind) {
      judgePlugins(root, refusals);
      return;
    }
    if (refusals.count > 0 || (known.gate !== undefined && binary < rulesSince)) return;
    validations.get(kind)?.(Value.untyped(root, undefined, root.entries[0]?.keySpan ?? root), refusals);
  },
};

/** Whether the target reads the kind in this version; reports why not. */
function isRead(root: MapNode, kind: string, version: string, known: KindFacts, refusals: Refusals): boolean {
  const { binary } = refusals.surface.versions;
  const entry = entryFor(root, 'apiVersion');
  const at = { path: fieldOf(undefined, 'apiVersion'), span: entry?.value ?? root };
  const read = Object.entries(known.versions).filter(([name, since]) => {
    const until = known.until?.[name];
    return factMinor(since) <= binary && (until === undefined || binary <= factMinor(until));
  });
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
    const written = `${known.group ?? facts.group}/${latest}`;
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
