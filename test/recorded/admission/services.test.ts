import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { serviceOf } from './services.ts';

interface Recorded {
  readonly target: string;
  readonly seed: number;
  readonly status: number;
  readonly refused: readonly string[];
}

describe('addresses, families and ports of Services, as a real server answered', () => {
  const byTarget = new Map<string, Recorded[]>();
  for (const recorded of readRows<Recorded>(new URL('services.jsonl.gz', import.meta.url))) {
    byTarget.set(recorded.target, [...(byTarget.get(recorded.target) ?? []), recorded]);
  }
  for (const [target, all] of byTarget) {
    it(target, () => {
      assert.ok(all.some(({ status }) => status === 422) && all.some(({ status }) => status === 201));
      for (const { seed, refused } of all) {
        const service = serviceOf(seed);
        const { resources } = analyze(JSON.stringify(service), inputs('service.yaml', [surfaceOf(target)]));
        const findings = resources[0]?.verdicts[0]?.findings ?? [];
        const ours = findings.filter(({ consequence }) => consequence === 'invalid').map(({ message }) => message);
        // If two addresses are not available, the server names the one that it tries first.
        const plain = (all: readonly string[]) =>
          [...new Set(all.map((message) => message.replace(/failed to allocate IP \S+:/, '')))].sort();
        assert.deepEqual(plain(ours), plain(refused), `${seed}: ${JSON.stringify(service.spec)}`);
      }
    });
  }
});
