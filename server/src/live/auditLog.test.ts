import assert from 'node:assert/strict';
import fc from 'fast-check';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { outdatedApiUses } from './apiUse.ts';
import { AuditLog, type AuditSummary } from './auditLog.ts';

interface Asked {
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly verb?: string;
  readonly user?: string;
  readonly agent?: string;
  readonly at?: string;
  readonly stage?: string;
}

/** An event as kube-apiserver writes it. */
function event({
  group,
  version = 'v1',
  resource,
  verb = 'get',
  user = 'u',
  agent = 'a',
  at = '1',
  stage,
}: Asked): string {
  return JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID: '0',
    stage: stage ?? 'ResponseComplete',
    requestURI: '/x',
    verb,
    user: { username: user, groups: ['system:authenticated'] },
    userAgent: agent,
    ...(resource === undefined
      ? {}
      : {
          objectRef: {
            resource,
            namespace: 'n',
            ...(group === undefined ? {} : { apiGroup: group }),
            apiVersion: version,
          },
        }),
    requestObject: { data: { word: 'hunter-two' } },
    responseStatus: { code: 200 },
    requestReceivedTimestamp: at,
    annotations: group === 'policy' ? { 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.25' } : {},
  });
}

function read(text: string, pieces = 1): AuditSummary {
  const log = new AuditLog();
  const size = Math.max(1, Math.ceil(text.length / pieces));
  for (let at = 0; at < text.length; at += size) log.push(text.slice(at, at + size));
  return log.summary();
}

const budgets = { group: 'policy', version: 'v1beta1', resource: 'poddisruptionbudgets' };
const text = [
  event({ ...budgets, agent: 'old-operator/v1', at: '2026-01-01T00:00:00Z' }),
  event({ ...budgets, agent: 'old-operator/v1', at: '2026-03-01T00:00:00Z' }),
  event({ ...budgets, agent: 'old-operator/v1', at: '2026-02-01T00:00:00Z', verb: 'list' }),
  event({ ...budgets, agent: 'kubectl/v1.22', user: 'anna' }),
  event({ ...budgets, agent: 'kubectl/v1.22', user: 'anna', stage: 'RequestReceived' }),
  event({ ...budgets, agent: 'kubectl/v1.22', user: 'anna', stage: 'ResponseStarted', verb: 'watch' }),
  event({ resource: 'pods' }),
  event({}),
  'cut off {"kind":"Event"',
  '{"kind":"Status","apiVersion":"v1"}',
  '',
].join('\n');

describe('audit logs', () => {
  it('are counted by API, client and verb', () => {
    const { uses, ...rest } = read(text);
    assert.deepEqual(rest, { lines: 10, broken: 2, firstBroken: { file: '', line: 9 }, others: 1, unspecified: 0 });
    assert.deepEqual(
      uses.map((use) => [
        use.resource,
        use.verb,
        use.user,
        use.userAgent,
        use.count,
        use.lastSeen.slice(0, 7),
        use.removedRelease,
      ]),
      [
        ['poddisruptionbudgets', 'get', 'u', 'old-operator/v1', 2, '2026-03', '1.25'],
        ['pods', 'get', 'u', 'a', 1, '1', undefined],
        ['poddisruptionbudgets', 'get', 'anna', 'kubectl/v1.22', 1, '1', '1.25'],
        ['poddisruptionbudgets', 'watch', 'anna', 'kubectl/v1.22', 1, '1', '1.25'],
        ['poddisruptionbudgets', 'list', 'u', 'old-operator/v1', 1, '2026-02', '1.25'],
      ],
    );
    assert.ok(!JSON.stringify(uses).includes('hunter'));
  });

  it('are read in chunks of any size', () => {
    const whole = read(text);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: text.length }), (pieces) => assert.deepEqual(read(text, pieces), whole)),
      { seed: 1 },
    );
  });

  it('are read with a limited number of clients and a limited length of lines', () => {
    const log = new AuditLog();
    for (let at = 0; at < 50_010; at++) log.push(`${event({ resource: 'pods', agent: String(at) })}\n`);
    for (let at = 0; at < 20; at++) log.push('x'.repeat(1024 * 1024));
    log.push(`\n${event({ resource: 'nodes', agent: '0' })}\n${event({ resource: 'pods', agent: '7' })}`);
    const { uses, lines, broken, unspecified } = log.summary();
    assert.deepEqual([uses.length, lines, broken, unspecified], [50_000, 50_013, 1, 11]);
    assert.deepEqual([uses[0]?.userAgent, uses[0]?.count], ['7', 2]);
  });

  it('never cause an exception, whatever their content', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.json(), fc.constant('\n'), fc.constant(event({ resource: 'pods' })))),
        (pieces) => {
          const { lines, broken } = read(pieces.join(''));
          assert.ok(broken <= lines);
        },
      ),
      { seed: 2, numRuns: 500 },
    );
  });
});

describe('APIs that are removed', () => {
  it('are reported with their clients, from the metric and from the log', () => {
    const requested = [
      { ...budgets, subresource: '', removedRelease: '1.25' },
      { group: 'batch', version: 'v1beta1', resource: 'cronjobs', subresource: '', removedRelease: '1.25' },
      { group: 'example.com', version: 'v1', resource: 'widgets', subresource: '', removedRelease: '' },
    ];
    const { uses } = read(text);
    assert.deepEqual(outdatedApiUses(requested, uses, surfaceOf('1.25')), [
      {
        ...budgets,
        subresource: '',
        verdict: 'last served by 1.24',
        isRequested: true,
        clients: [
          {
            user: 'u',
            userAgent: 'old-operator/v1',
            verbs: ['get', 'list'],
            count: 3,
            lastSeen: '2026-03-01T00:00:00Z',
          },
          { user: 'anna', userAgent: 'kubectl/v1.22', verbs: ['get', 'watch'], count: 2, lastSeen: '1' },
        ],
      },
      {
        group: 'batch',
        version: 'v1beta1',
        resource: 'cronjobs',
        subresource: '',
        verdict: 'last served by 1.24',
        isRequested: true,
        clients: [],
      },
    ]);
    const [before] = outdatedApiUses([], uses, surfaceOf('1.24'));
    assert.equal(before?.verdict, 'deprecated, removed in 1.25');
    assert.equal(before?.isRequested, false);
  });
});
