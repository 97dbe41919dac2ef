import assert from 'node:assert/strict';
import { parseFact, readJson, readJsonLines } from './factFiles.ts';
import { IncompleteFacts } from './incompleteFacts.ts';

describe('the files of facts', () => {
  it('are named if they are missing or cannot be read', () => {
    const namesTheFile = (error: unknown) =>
      error instanceof IncompleteFacts && error.message.includes('server/data/facts/no-such-table.jsonl');
    for (const read of [readJson, readJsonLines]) assert.throws(() => read('facts/no-such-table.jsonl'), namesTheFile);
    assert.throws(() => parseFact('{"kind": "Pod', 'facts/no-such-table.jsonl'), namesTheFile);
  });
});
