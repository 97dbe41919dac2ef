import { sameValue, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';
import type { Change, WriteKind } from '../../../server/src/crd/evolution/rule.ts';
import type { ServerReply } from '../../support/realServer.ts';
import { mapOf } from '../../support/values.ts';
import type { Installed } from './installed.ts';
import { leavesOf, type ObjectQuery, objectFor, refusedIn, schemaAt, stepsOfField, valueAt } from './objects.ts';
import type { KnownDefinition } from './pairs.ts';

/** The answers of a server for an object that a change is expected to break. */
export interface Evidence {
  /** `unfound` if no object was found that the change should break. */
  readonly outcome: 'shown' | 'denied' | 'unfound';
  readonly object?: ValueMap;
  /** The object in a later update. */
  readonly other?: ValueMap;
  /** Status codes: of writes after the change, or of other requests. */
  readonly answers: Readonly<Record<string, number>>;
  /** The values that were read before and after. */
  readonly values?: readonly (Value | null)[];
}

/** An object that is stored before the change, and requests for it after the change. */
export interface Experiment {
  arrange(installed: Installed, name: string): Promise<void>;
  act(installed: Installed, name: string): Promise<Evidence>;
}

/** The old and the new definition as the tool reads them. */
export interface KnownPair {
  readonly before: KnownDefinition;
  readonly after: KnownDefinition;
}

const tries = 300;

/** The field that changes: the first path in the message. */
export function fieldOfChange({ message }: Pick<Change, 'message'>): string {
  return /(?:^|\s)(\.[^\s;]*)/.exec(message)?.[1] ?? '.';
}

/** How a change is confirmed; undefined if the definition alone confirms it. */
export function experimentOf(change: Change, pair: KnownPair): Experiment | undefined {
  switch (change.rule.code) {
    case 'crd-required-added':
    case 'crd-enum-narrowed':
    case 'crd-bound-tightened':
    case 'crd-pattern-changed':
    case 'crd-nullable-removed':
    case 'crd-type-changed':
    case 'crd-embedded-resource-added':
    case 'crd-list-type-changed':
    case 'crd-rule-added':
    case 'crd-rule-changed':
      return change.refuses === undefined ? new Merged(change, pair) : new Refused(change, pair);
    case 'crd-field-removed':
    case 'crd-kept-fields-pruned':
      return new Read(change, pair, 'present');
    case 'crd-default-changed':
      return new Read(change, pair, 'absent');
    case 'crd-none-conversion-loses':
    case 'crd-none-conversion-misreads':
      return new Converted(change, pair);
    default:
      return undefined;
  }
}

function queryFor(change: Change, { before, after }: KnownPair): ObjectQuery | undefined {
  const version = change.version ?? '';
  const steps = stepsOfField(fieldOfChange(change));
  const [old, now] = [before, after].map(({ definition }) => {
    const schema = definition.versions.find(({ name }) => name === version)?.schema;
    return schema === undefined ? undefined : schemaAt(schema, steps);
  });
  const rule = change.rule.code.startsWith('crd-rule') ? change.message : '';
  const literals = [...rule.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, a, b]) => a ?? b ?? '');
  const isAbsent = change.rule.code === 'crd-required-added' || change.rule.code === 'crd-default-changed';
  if (!isAbsent && (old === undefined || (now === undefined && change.rule.code !== 'crd-field-removed')))
    return undefined;
  const leaves = isAbsent || old === undefined ? () => 'absent' as const : leavesOf(old, now ?? old, literals);
  return { definition: before.definition, version, steps, leaves, literals };
}

/** Stricter validation: an object that was valid before is refused. */
class Refused implements Experiment {
  readonly #change: Change;
  readonly #pair: KnownPair;
  readonly #version: string;
  #object: ValueMap | undefined;
  #others: ValueMap[] = [];

  constructor(change: Change, pair: KnownPair) {
    this.#change = change;
    this.#pair = pair;
    this.#version = change.version ?? '';
  }

  async arrange(installed: Installed, name: string): Promise<void> {
    const query = queryFor(this.#change, this.#pair);
    if (query === undefined) return;
    const field = fieldOfChange(this.#change).slice(1);
    const isTransition = this.#isTransition();
    for (let seed = 0; seed < tries && this.#others.length < 4; seed++) {
      const object = objectFor(query, seed);
      if (object === undefined || refusedIn(object, this.#pair.before.surface).length > 0) continue;
      const breaks = refusedIn(object, this.#pair.after.surface);
      const isSought = isTransition
        ? breaks.length === 0 || seed > tries / 2
        : breaks.some((path) => patternOf(path).startsWith(field));
      if (!isSought) continue;
      if (this.#object !== undefined) {
        this.#others.push(object);
        continue;
      }
      if (await tryStore(installed, named(object, name), this.#version, this.#hasStatus()))
        this.#object = named(object, name);
    }
    if (!isTransition || this.#object === undefined) return;
    const stored = JSON.parse((await installed.read(name, this.#version)).body);
    const accepted = [];
    for (const other of this.#others) {
      if ((await installed.put(withMetadataOf(stored, other), this.#version, dryRun)).status === 200)
        accepted.push(other);
    }
    this.#others = accepted;
  }

  async act(installed: Installed, name: string): Promise<Evidence> {
    if (this.#object === undefined) return { outcome: 'unfound', answers: {} };
    const answers: Record<string, number> = {};
    const read = await installed.read(name, this.#version);
    if (read.status !== 200) return { outcome: 'denied', object: this.#object, answers: { read: read.status } };
    const stored: ValueMap = JSON.parse(read.body);
    const labelled = { ...stored, metadata: { ...mapOf(stored['metadata']), labels: { a: 'b' } } };
    const [other] = this.#others;
    if (!this.#isTransition()) {
      answers['creates' satisfies WriteKind] = (
        await installed.create(named(this.#object, `${name}-new`), this.#version, dryRun)
      ).status;
    }
    answers['label updates' satisfies WriteKind] = (await installed.put(labelled, this.#version, dryRun)).status;
    if (this.#hasStatus()) {
      const status =
        this.#field()[0] === 'status' && other !== undefined ? { ...stored, status: other['status'] ?? {} } : stored;
      answers['status updates' satisfies WriteKind] = (
        await installed.put(status, this.#version, dryRun, '/status')
      ).status;
    }
    for (const valueMap of this.#field()[0] === 'status' && this.#hasStatus() ? [] : this.#others) {
      const { status } = await installed.put(withMetadataOf(stored, valueMap), this.#version, dryRun);
      answers['spec updates' satisfies WriteKind] = Math.max(answers['spec updates'] ?? 0, status);
    }
    const isShown = (this.#change.refuses?.writes ?? []).some((write) => (answers[write] ?? 0) >= 400);
    const evidence = { object: this.#object, ...(other === undefined ? {} : { other }), answers };
    // Unchanged values stay valid.
    const needsOther = this.#change.refuses?.writes.every(
      (write) => write === 'spec updates' || write === 'status updates',
    );
    if (needsOther === true && other === undefined) return { outcome: 'unfound', ...evidence };
    return { outcome: isShown ? 'shown' : 'denied', ...evidence };
  }

  #field() {
    return stepsOfField(fieldOfChange(this.#change));
  }

  #isTransition(): boolean {
    const { refuses } = this.#change;
    return (
      this.#change.rule.code.startsWith('crd-rule') &&
      refuses?.writes.includes('creates') === false &&
      this.#field()[0] !== 'status'
    );
  }

  #hasStatus(): boolean {
    return hasStatus(this.#pair, this.#version);
  }
}

/** The values that a server reads from an object that was stored before the change. */
class Read implements Experiment {
  readonly #change: Change;
  readonly #pair: KnownPair;
  readonly #what: 'present' | 'absent';
  #object: ValueMap | undefined;
  #was: Value | undefined;

  constructor(change: Change, pair: KnownPair, what: 'present' | 'absent') {
    this.#change = change;
    this.#pair = pair;
    this.#what = what;
  }

  async arrange(installed: Installed, name: string): Promise<void> {
    const query = queryFor(this.#change, this.#pair);
    const version = this.#change.version ?? '';
    for (let seed = 0; query !== undefined && seed < tries && this.#object === undefined; seed++) {
      const object = objectFor(query, seed);
      if (object === undefined || refusedIn(object, this.#pair.before.surface).length > 0) continue;
      if (this.#what === 'present' && valueAt(object, query.steps) === undefined) continue;
      if (!(await tryStore(installed, named(object, name), version, hasStatus(this.#pair, version)))) continue;
      this.#object = named(object, name);
      this.#was = valueAt(JSON.parse((await installed.read(name, version)).body), query.steps);
    }
  }

  async act(installed: Installed, name: string): Promise<Evidence> {
    const version = this.#change.version ?? '';
    if (this.#object === undefined) return { outcome: 'unfound', answers: {} };
    const read = await installed.read(name, version);
    const after =
      read.status === 200 ? valueAt(JSON.parse(read.body), stepsOfField(fieldOfChange(this.#change))) : undefined;
    // Defaults are stored with an object, so a new object is needed to see new ones.
    const created = await installed.create(named(this.#object, `${name}-new`), version, dryRun);
    const steps = stepsOfField(fieldOfChange(this.#change));
    const createdValue = created.status === 201 ? valueAt(JSON.parse(created.body), steps) : undefined;
    const values = [this.#was ?? null, after ?? null, createdValue ?? null];
    const isSame = values.every((value) => sameValue(value, values[0]));
    const answers = { read: read.status, creates: created.status };
    return { outcome: isSame ? 'denied' : 'shown', object: this.#object, answers, values };
  }
}

/** The object after conversions between two versions of the new definition. */
class Converted implements Experiment {
  readonly #change: Change;
  readonly #pair: KnownPair;

  constructor(change: Change, pair: KnownPair) {
    this.#change = change;
    this.#pair = pair;
  }

  async arrange(): Promise<void> {}

  async act(installed: Installed, name: string): Promise<Evidence> {
    const { definition, surface } = this.#pair.after;
    const field = /(?:^|\s)(\.[^\s,;]*)/.exec(this.#change.message)?.[1] ?? '.';
    const steps = stepsOfField(field);
    const served = definition.versions.filter((version) => version.served);
    let evidence: Evidence = { outcome: 'unfound', answers: {} };
    for (const servedVersion of served) {
      const schema = schemaAt(servedVersion.schema, steps);
      if (schema === undefined) continue;
      const leaves = leavesOf(schema, schema, []);
      const query: ObjectQuery = { definition, version: servedVersion.name, steps, leaves, literals: [] };
      for (let seed = 0; seed < tries; seed++) {
        const object = objectFor(query, seed);
        if (object === undefined || valueAt(object, steps) === undefined || refusedIn(object, surface).length > 0)
          continue;
        const valueMap = named(object, `${name}-${servedVersion.name}`);
        const reply = await stored(installed, valueMap, servedVersion.name, servedVersion.hasStatus);
        if (reply === undefined) continue;
        const found = await this.#through(
          installed,
          valueMap,
          servedVersion.name,
          served.map((version) => version.name),
          steps,
        );
        if (evidence.outcome !== 'shown') evidence = found;
        break;
      }
      if (evidence.outcome === 'shown') break;
    }
    return evidence;
  }

  async #through(
    installed: Installed,
    object: ValueMap,
    version: string,
    versions: readonly string[],
    steps: readonly string[],
  ) {
    const name = String(mapOf(object['metadata'])['name']);
    const was = valueAt(object, steps) ?? null;
    const values: (Value | null)[] = [was];
    const answers: Record<string, number> = {};
    let isShown = false;
    for (const other of versions) {
      const read: ValueMap = JSON.parse((await installed.read(name, other)).body);
      const update = await installed.put(read, other);
      answers[`put as ${other}`] = update.status;
      const storedValue = valueAt(JSON.parse((await installed.read(name, version)).body), steps) ?? null;
      values.push(storedValue);
      if (!sameValue(was, storedValue) || update.status === 422) isShown = true;
    }
    return { outcome: isShown ? ('shown' as const) : ('denied' as const), object, answers, values };
  }
}

/** Two appliers of one list: the list takes the items of one away from the other if it is no longer merged. */
class Merged implements Experiment {
  readonly #change: Change;
  readonly #pair: KnownPair;
  #objects: ValueMap[] = [];
  #before = 0;

  constructor(change: Change, pair: KnownPair) {
    this.#change = change;
    this.#pair = pair;
  }

  async arrange(installed: Installed, name: string): Promise<void> {
    const query = queryFor(this.#change, this.#pair);
    const version = this.#change.version ?? '';
    for (let seed = 0; query !== undefined && seed < tries && this.#objects.length < 2; seed++) {
      const object = objectFor(query, seed);
      if (object === undefined || refusedIn(object, this.#pair.before.surface).length > 0) continue;
      const list = valueAt(object, query.steps);
      if (!Array.isArray(list) || list.length === 0) continue;
      const [first] = this.#objects;
      if (first !== undefined && sameValue(valueAt(first, query.steps), list)) continue;
      const valueMap = named(object, name);
      // Both appliers own the other fields.
      const sent = first === undefined ? valueMap : withValue(first, query.steps, list);
      const { status } = await installed.apply(sent, version, first === undefined ? 'one' : 'other');
      if (status >= 300) continue;
      this.#before = status;
      this.#objects.push(sent);
    }
  }

  async act(installed: Installed): Promise<Evidence> {
    const [object, other] = this.#objects;
    if (object === undefined || other === undefined) return { outcome: 'unfound', answers: {} };
    const { status } = await installed.apply(object, this.#change.version ?? '', 'one');
    const answers = { before: this.#before, apply: status };
    return { outcome: status === 409 ? 'shown' : 'denied', object, other, answers };
  }
}

const dryRun = '?dryRun=All';

function withValue(value: Value | undefined, [step, ...rest]: readonly string[], leaf: Value): ValueMap {
  const object = mapOf(value);
  const key = step === '[*]' ? 'a' : (step ?? '');
  const inner = object[key];
  if (rest[0] === '[]' && Array.isArray(inner)) {
    return { ...object, [key]: [withValue(inner[0], rest.slice(1), leaf), ...inner.slice(1)] };
  }
  return { ...object, [key]: rest.length === 0 ? leaf : withValue(inner, rest, leaf) };
}

async function tryStore(
  installed: Installed,
  object: ValueMap,
  version: string,
  isSubresource: boolean,
): Promise<boolean> {
  return (await stored(installed, object, version, isSubresource)) !== undefined;
}

async function stored(
  installed: Installed,
  object: ValueMap,
  version: string,
  isSubresource: boolean,
): Promise<ServerReply | undefined> {
  const created = await installed.create(object, version, '?fieldValidation=Strict');
  if (created.status !== 201) return undefined;
  if (!isSubresource || object['status'] === undefined) return created;
  const withStatus = { ...JSON.parse(created.body), status: object['status'] };
  const put = await installed.put(withStatus, version, '', '/status');
  return put.status === 200 ? put : undefined;
}

function withMetadataOf(stored: ValueMap, object: ValueMap): ValueMap {
  return { ...object, metadata: stored['metadata'] ?? {} };
}

function named(object: ValueMap, name: string): ValueMap {
  return { ...object, metadata: { name } };
}

function hasStatus({ before }: KnownPair, version: string): boolean {
  return before.definition.versions.find(({ name }) => name === version)?.hasStatus === true;
}

/** A field path with placeholders for indices and keys. */
function patternOf(path: string): string {
  return path.replace(/\[\d+\]/g, '[]').replace(/\[[^\]]+\]/g, '[*]');
}
