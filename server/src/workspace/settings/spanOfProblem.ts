import type { WrittenTarget } from '../../config/config.ts';
import type { TargetProblem } from '../../targets/target.ts';
import type { Span } from '../../text/span.ts';

/** The span of a refused setting: its own key for a gate or runtime-config entry, otherwise its flag. */
export function spanOf(
  { flags, settings, nameSpan }: WrittenTarget,
  { flag, value }: Pick<TargetProblem, 'flag' | 'value'>,
): Span {
  const key = value.split('=', 1)[0] ?? '';
  return settings.get(key) ?? flags.get(flag) ?? nameSpan;
}
