import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cronProblem } from './cron.ts';
import {
  dns1035Label,
  dnsLabel,
  dnsSubdomain,
  dnsSubdomainWithUnderscore,
  fullyQualifiedDomainName,
  fullyQualifiedName,
  wildcardDnsSubdomain,
} from './dns.ts';
import type { Format } from './format.ts';
import { canonicalCidr, canonicalIp, interfaceAddress, legacyCidr, legacyIp } from './ipRules.ts';
import { labelValue, qualifiedName } from './label.ts';
import {
  cIdentifier,
  configMapKey,
  domainPrefixedPath,
  envVarName,
  httpHeaderName,
  pathSegment,
  pathSegmentPrefix,
  percent,
  portName,
  relaxedEnvVarName,
} from './names.ts';
import { timeZoneProblem } from './timeZone.ts';
import { parseUrl } from './url.ts';

/** The results of Kubernetes' and Go's functions for recorded texts. */
interface Recorded {
  readonly texts: Readonly<Record<string, { readonly formats: readonly string[]; readonly texts: readonly string[] }>>;
  readonly accepted: Readonly<Record<string, readonly string[]>>;
  /** Scheme, host, path, query, fragment and whether there is a user; null where Go refuses. */
  readonly urls: Readonly<Record<string, readonly string[] | null>>;
}

const problems = (problem: string | undefined): readonly string[] => (problem === undefined ? [] : [problem]);

const formats: Readonly<Record<string, Format>> = {
  canonicalCidr,
  canonicalIp,
  cIdentifier,
  configMapKey,
  cron: (text) => problems(cronProblem(text)),
  dns1035Label,
  dnsLabel,
  dnsSubdomain,
  dnsSubdomainWithUnderscore,
  domainPrefixedPath,
  envVarName,
  fullyQualifiedDomainName,
  fullyQualifiedName,
  httpHeaderName,
  interfaceAddress,
  labelValue,
  legacyCidr: (text) => legacyCidr(text, false),
  legacyIp: (text) => legacyIp(text, false),
  pathSegment,
  pathSegmentPrefix,
  percent,
  portName,
  qualifiedName,
  relaxedEnvVarName,
  strictCidr: (text) => legacyCidr(text, true),
  strictIp: (text) => legacyIp(text, true),
  timeZone: (text) => problems(timeZoneProblem(text)),
  wildcardDnsSubdomain,
};

function isRecorded(value: unknown): value is Recorded {
  return typeof value === 'object' && value !== null && 'texts' in value && 'accepted' in value && 'urls' in value;
}

const recorded: unknown = JSON.parse(readFileSync(new URL('./fixtures/go-validation.json', import.meta.url), 'utf8'));
assert.ok(isRecorded(recorded));

describe('formats', () => {
  const groups = Object.values(recorded.texts);

  it('are all compared with recorded answers of Kubernetes', () => {
    assert.deepEqual(groups.flatMap((each) => each.formats).sort(), Object.keys(formats).sort());
  });

  for (const [name, format] of Object.entries(formats)) {
    it(`accept exactly the texts that Kubernetes accepts: ${name}`, () => {
      const texts = groups.find((each) => each.formats.includes(name))?.texts ?? [];
      assert.ok(texts.length > 20);
      assert.deepEqual(
        texts.filter((text) => format(text).length === 0),
        recorded.accepted[name],
      );
    });
  }

  it('parse URLs as Go does', () => {
    for (const [text, expected] of Object.entries(recorded.urls)) {
      const url = parseUrl(text);
      if (typeof url === 'string') assert.equal(expected, null, text);
      else {
        const user = url.user === undefined ? 'none' : 'some';
        const path = decodeURIComponent(url.path);
        assert.deepEqual([url.scheme, url.host, path, url.query, url.fragment, user], expected, text);
      }
    }
  });

  it("give the reason in the server's words", () => {
    assert.deepEqual(portName('http-alternative'), ['must be no more than 15 characters']);
    assert.deepEqual(labelValue('a'.repeat(64)), ['must be no more than 63 bytes']);
    assert.deepEqual(legacyIp('1.2.3', false), ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']);
  });
});
