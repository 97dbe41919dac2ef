import assert from 'node:assert/strict';
import type { ClusterReleases } from '../releases.ts';
import { clientConfig, type Database } from './connection.ts';
import { openSqlReleases } from './sqlReleases.ts';

const row = { key: 'sh.helm.release.v1.shop.v1', namespace: 'web', name: 'shop', version: 1, createdat: 1 };
const listed = { ...row, status: 'deployed', owner: 'helm' };

/** A database that answers by the first words of statements, and records the statements. */
function fake(answers: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | Error>>, updated = 1) {
  const sent: string[] = [];
  const database: Database = {
    query: async (text, values = []) => {
      sent.push([text.split(' ').slice(0, 3).join(' '), ...values].join('|'));
      const answer = Object.entries(answers).find(([start]) => text.startsWith(start))?.[1] ?? [];
      if (answer instanceof Error) throw answer;
      return { rows: answer, rowCount: text.startsWith('UPDATE') ? updated : answer.length };
    },
    end: async () => void sent.push('end'),
  };
  return { sent, open: async () => database };
}

async function opened(open: () => Promise<Database>): Promise<ClusterReleases> {
  const request = { connectionString: 'x', namespace: undefined, milliseconds: 1, serves: async () => true };
  const releases = await openSqlReleases(request, open);
  assert.ok(releases.ok);
  return releases;
}

const labels = { name: 'shop', owner: 'helm', version: '2', status: 'deployed', createdAt: '7', team: 'web' };
const created = {
  kind: 'ConfigMap',
  metadata: { name: 'sh.helm.release.v1.shop.v2', namespace: 'web', labels },
  data: { release: 'new' },
};
const replaced = {
  kind: 'ConfigMap',
  metadata: { name: row.key, namespace: 'web', labels: { ...labels, version: '1', status: 'superseded' } },
  data: { release: 'old' },
};

describe('releases of Helm in PostgreSQL', () => {
  it('are listed without their bodies, and read with their labels', async () => {
    const { open } = fake({
      'SELECT key, namespace, name, version, status, owner, createdat FROM': [listed],
      'SELECT key, namespace, name, version, status, owner, createdat, CASE': [{ ...listed, body: 'packed' }],
      'SELECT key, value': [{ key: 'team', value: 'web' }],
    });
    const releases = await opened(open);
    const { revisions, unread } = await releases.list();
    assert.deepEqual(unread, []);
    const [revision] = revisions;
    assert.ok(revision);
    assert.deepEqual(
      [revision.name, revision.namespace, revision.revision, revision.status],
      ['shop', 'web', 1, 'deployed'],
    );
    const read = await releases.read(revision);
    assert.ok(read.ok);
    assert.deepEqual(read.holder['data'], { release: 'packed' });
    assert.match(JSON.stringify(read.holder), /"team":"web"/);
  });

  it("are written in one transaction, with the user's labels", async () => {
    const { sent, open } = fake({});
    const releases = await opened(open);
    assert.equal(await releases.write({ created, replaced }, undefined), undefined);
    assert.deepEqual(sent.slice(1), [
      'BEGIN ISOLATION LEVEL',
      'SELECT key FROM|shop|web|2',
      'INSERT INTO releases_v1|sh.helm.release.v1.shop.v2|new|shop|web|2|deployed|7',
      'INSERT INTO custom_labels_v1|sh.helm.release.v1.shop.v2|web|team|web',
      'UPDATE releases_v1 SET|old|7|sh.helm.release.v1.shop.v1|web',
      'COMMIT',
      'end',
    ]);
  });

  it('are not changed if Helm has changed them meanwhile', async () => {
    for (const { sent, open } of [fake({ 'SELECT key FROM': [{ key: 'x' }] }), fake({}, 0)]) {
      const refused = await (await opened(open)).write({ created, replaced }, undefined);
      assert.match(refused?.message ?? '', /changed the release meanwhile/);
      assert.ok(!sent.includes('COMMIT'));
    }
  });

  it('are not read without a database, and no password is printed', async () => {
    const request = { connectionString: '', namespace: undefined, milliseconds: 1, serves: async () => true };
    const unnamed = await openSqlReleases(request);
    assert.match(unnamed.ok ? '' : unnamed.message, /no database is named/);
    const secret = { ...request, connectionString: 'x' };
    const unreached = await openSqlReleases(secret, async () => {
      throw Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' });
    });
    assert.match(unreached.ok ? '' : unreached.message, /cannot be reached \(ECONNREFUSED\)/);
    const invalid = await openSqlReleases({ ...request, connectionString: 'hunter2' });
    assert.match(invalid.ok ? '' : invalid.message, /^HELM_DRIVER_SQL_CONNECTION_STRING is neither a URL/);
    const refused = await openSqlReleases(secret, async () => {
      throw Object.assign(new Error('hunter2'), { code: '28P01' });
    });
    assert.match(refused.ok ? '' : refused.message, /refuses the password/);
  });
});

describe('connection strings of PostgreSQL', () => {
  const expected = { host: 'db', port: 5433, user: 'helm', password: "p w'", database: 'releases', ssl: false };

  it('are URLs or pairs, as lib/pq reads them', () => {
    assert.deepEqual(clientConfig("postgres://helm:p%20w'@db:5433/releases?sslmode=disable"), expected);
    const pairs = "host=db port=5433 user=helm password='p w\\'' dbname=releases sslmode=disable";
    assert.deepEqual(clientConfig(pairs), expected);
  });

  it('use TLS by default', () => {
    const { ssl } = clientConfig('host=db');
    assert.ok(typeof ssl === 'object' && ssl.rejectUnauthorized === false);
    const { ssl: verified } = clientConfig('postgres://db/x?sslmode=verify-full');
    assert.ok(typeof verified === 'object' && verified.rejectUnauthorized === true);
  });

  it('are not repeated in errors', () => {
    for (const text of ["password='open", 'postgres://[bad', 'just text']) {
      assert.throws(
        () => clientConfig(text),
        (error: Error) => !error.message.includes('open') && /^(?:not|neither) a/.test(error.message),
      );
    }
  });
});
