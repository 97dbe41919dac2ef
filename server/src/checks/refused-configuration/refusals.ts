import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { isPluginOn } from '../../admission/plugins.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Fix } from '../../finding.ts';
import { spanWithin } from '../../manifest/scalarSpan.ts';
import { type FieldPath, formatPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { Emit } from '../check.ts';
import { isGateOn } from '../fieldGates.ts';
import type { Value } from '../value.ts';

/** A reason why kube-apiserver does not start with a configuration. */
interface Reason {
  readonly path: FieldPath;
  readonly span: Span;
  /** A sentence without its full stop. */
  readonly message: string;
  readonly remedy: string;
  readonly fixes?: readonly Fix[];
}

/** Collects the server's errors in a configuration, with the target that reads it. */
export class Refusals {
  readonly surface: ApiSurface;
  readonly #text: string;
  readonly #flag: string;
  readonly #emit: Emit;
  readonly #source: string;
  /** The plugins that read it, if the target runs none of them. */
  readonly #unread: readonly string[];
  #count = 0;

  /**
   * @param source the deciding file, if it is not that of most configurations.
   * @param unread the plugins that would read it, if the target runs none of them.
   */
  constructor(
    surface: ApiSurface,
    text: string,
    flag: string,
    emit: Emit,
    source?: string,
    unread: readonly string[] = [],
  ) {
    this.surface = surface;
    this.#text = text;
    this.#flag = flag;
    this.#emit = emit;
    this.#source = source ?? 'k8s.io/apiserver pkg/apis/apiserver/validation/validation.go';
    this.#unread = unread;
  }

  /** The errors in the settings of plugins: the server starts with them if it runs none of the plugins. */
  forPlugins(plugins: readonly string[]): Refusals {
    const { surface } = this;
    const unread = plugins.some((plugin) => isPluginOn(surface, plugin)) ? [] : plugins;
    return new Refusals(surface, this.#text, this.#flag, this.#emit, facts.plugins.source, unread);
  }

  /** How many there are so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether a gate is on at the target. */
  gate(name: string): boolean {
    return isGateOn(this.surface, name);
  }

  /** A value that is not taken: why, in the server's words. */
  value(value: Value, why: string, remedy?: string): void {
    const { path, key: span } = value;
    this.add({
      path,
      span,
      message: why,
      remedy: remedy ?? `Change ${formatPath(path)} to a value that follows the rule`,
    });
  }

  /** A value that must be there. */
  missing(value: Value, why = ''): void {
    this.value(value, why === '' ? 'Required value' : `Required value: ${why}`, `Set ${formatPath(value.path)}`);
  }

  /** A value that occurs twice. */
  duplicate(value: Value): void {
    this.value(value, `Duplicate value: ${JSON.stringify(value.text)}`, 'Remove or change one of the equal values');
  }

  /** A value outside the enumeration of a field. */
  unsupported(value: Value, allowed: readonly string[]): void {
    const quoted = allowed.map((item) => JSON.stringify(item)).join(', ');
    this.value(
      value,
      `Unsupported value: ${JSON.stringify(value.text)}: supported values: ${quoted}`,
      `Use one of: ${allowed.join(', ')}`,
    );
  }

  /** An expression that is not taken, with the offset of the trouble in its text, in UTF-16 units, if it is known. */
  expression(value: Value, why: string, offset: number | undefined): void {
    const { node, path, key } = value;
    const span = node === undefined ? key : spanWithin(this.#text, node, offset ?? 0);
    const whole = node === undefined ? key : { start: node.start, end: node.end };
    this.add({ path, span: offset === undefined ? whole : span, message: why, remedy: 'Correct the expression' });
  }

  /** Reports a setting that the server accepts and ignores; it is not counted. */
  ignored({ path, span, message, remedy }: Reason, why: string): void {
    const at = { path: formatPath(path), span: { start: span.start, end: span.end } };
    const rest = {
      code: 'refused-configuration',
      consequence: 'advice',
      source: this.#source,
      fixes: () => [],
    } as const;
    this.#emit({ ...rest, ...at, message: `${at.path}: ${message}`, why, remedy: `${remedy}.` });
  }

  /** Any other reason. */
  add({ path, span, message, remedy, fixes = [] }: Reason): void {
    this.#count++;
    const written = formatPath(path);
    this.#emit({
      code: 'refused-configuration',
      consequence: this.#unread.length > 0 ? 'advice' : 'not-started',
      path: written,
      span: { start: span.start, end: span.end },
      message: written === '' ? message : `${written}: ${message}`,
      why:
        this.#unread.length > 0
          ? `The target does not run the admission plugin ${this.#unread.join(' or ')}, so it ignores these settings. With the plugin, kube-apiserver exits with this error.`
          : `kube-apiserver reads the file that --${this.#flag} names at startup and exits with this error. A running server keeps its current configuration.`,
      remedy: `${remedy}.`,
      source: this.#source,
      fixes: () => fixes,
    });
  }
}
