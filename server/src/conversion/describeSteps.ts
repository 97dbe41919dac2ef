import type { DurationStep, Step } from './family.ts';
import type { Value } from './value.ts';

/** A step for display: its name, and the fields on both sides. */
export interface DescribedStep {
  readonly rule: string;
  /** The field of the version, possibly with a value. */
  readonly version: string;
  /** The field of the hub, possibly with a value. */
  readonly hub: string;
}

/** A step as rows for display, one for each field or value. */
export function describeStep(step: Step): readonly DescribedStep[] {
  switch (step.step) {
    case 'move':
      return step.moves.map(({ from, to }) => {
        const hub = typeof to === 'string' ? [to] : [to.integer, to.string];
        const rule = [from, ...hub].some((path) => path.includes('.')) ? 'move' : 'rename';
        return { rule, version: joined(step.at, from), hub: hub.map((path) => joined(step.at, path)).join(' or ') };
      });
    case 'split': {
      const parts = step.to.map((name) => (name === null ? '(not kept)' : joined(step.at, name)));
      return [{ rule: 'split', version: joined(step.at, step.from), hub: parts.join(` ${shown(step.separator)} `) }];
    }
    case 'values':
      return step.pairs.map(([inVersion, hub]) => ({
        rule: 'values',
        version: `${step.path}: ${shown(inVersion)}`,
        hub: `${step.path}: ${shown(hub)}`,
      }));
    case 'wrap': {
      const [list, item] = [`${joined(step.at ?? '', step.list)}[0]`, joined(step.at ?? '', step.item)];
      const isHubs = step.listIn === 'hub';
      return [{ rule: 'wrap', version: isHubs ? item : list, hub: isHubs ? list : item }];
    }
    case 'default':
      return [{ rule: 'default', version: `${step.path} absent`, hub: `${step.path}: ${shown(step.value)}` }];
    case 'derive':
      return [{ rule: 'derive', version: `${step.path} absent`, hub: `${step.path} as ${step.from}` }];
    case 'duration':
      return [durationRow(step)];
    case 'entries':
      return [
        {
          rule: 'entries',
          version: `${step.path}{}`,
          hub: `${step.path}[] by ${[step.key, ...(step.value === undefined ? [] : [step.value])].join(' and ')}`,
        },
      ];
    case 'omit':
      return [{ rule: 'omit', version: `${step.path}: ${step.is.map(shown).join(' or ')}`, hub: 'absent' }];
    case 'drop': {
      const when = step.same === undefined ? '' : ` equal to ${step.same}`;
      return [{ rule: 'drop', version: `${step.path}${when}`, hub: 'absent' }];
    }
    case 'annotation':
      return [{ rule: 'annotation', version: `metadata.annotations[${step.name}]`, hub: step.holds }];
    case 'force':
      return [{ rule: 'force', version: `${step.path}: ${step.allowed.map(shown).join(' or ')}`, hub: step.path }];
    case 'refuse':
      return [{ rule: step.as ?? 'left', version: `${step.path} ${step.when ?? 'present'}`, hub: step.says }];
    case 'code':
      return [{ rule: 'code', version: step.name, hub: '' }];
  }
}

function durationRow({ at, from, to, unit }: DurationStep): DescribedStep {
  return { rule: 'duration', version: joined(at, from), hub: `${joined(at, to)} in ${unit}` };
}

function joined(at: string, path: string): string {
  return at === '' ? path : `${at}.${path}`;
}

function shown(value: Value): string {
  return JSON.stringify(value, (_, nested: unknown) => (typeof nested === 'bigint' ? String(nested) : nested));
}
