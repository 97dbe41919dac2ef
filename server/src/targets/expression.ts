import { nearest } from '../text/nearest.ts';
import { binaryProblem, type ParsedTarget, parseTargetFlags } from './flags.ts';
import { isTargetFlag, type TargetFlag, type TargetProblem, targetFlags } from './target.ts';
import { parseMinor } from './version.ts';

/**
 * Parses a target expression: a minor, or a minor with settings,
 * `1.37,emulated-version=1.35,feature-gates=A=true;B=false,emulation-forward-compatible`. Inside a setting `;` replaces
 * the comma of the flag. A setting may be repeated like the flag it is named after. `1.37 as 1.35`, as editors show it,
 * is `1.37,emulated-version=1.35`.
 */
export function parseTargetExpression(expression: string): ParsedTarget {
  const [first = '', ...settings] = expression.split(',').map((part) => part.trim());
  const [version = '', emulated, ...more] = first.split(/\s+as\s+/);
  const binary = more.length > 0 ? undefined : parseMinor(version);
  if (binary === undefined || emulated === '')
    return { ok: false, problems: [{ ...binaryProblem(first), allowed: forms }] };
  const values: Partial<Record<TargetFlag, string[]>> =
    emulated === undefined ? {} : { 'emulated-version': [emulated] };
  const problems: TargetProblem[] = [];
  for (const setting of settings) {
    const equals = setting.indexOf('=');
    const name = (equals < 0 ? setting : setting.slice(0, equals)).trim();
    const value = equals < 0 ? undefined : setting.slice(equals + 1).trim();
    if (isTargetFlag(name) && name !== 'binary-version' && (value !== undefined || isSwitch(name))) {
      values[name] = [...(values[name] ?? []), (value ?? 'true').replaceAll(';', ',')];
    } else problems.push(settingProblem(setting, name));
  }
  return problems.length > 0 ? { ok: false, problems } : parseTargetFlags(values, binary);
}

const forms = 'a minor such as 1.36, 1.37 as 1.35, or a minor with settings: 1.37,emulated-version=1.35';

function isSwitch(flag: TargetFlag): boolean {
  return flag.endsWith('forward-compatible');
}

function settingProblem(setting: string, name: string): TargetProblem {
  const known = targetFlags.filter((flag) => flag !== 'binary-version');
  if (isTargetFlag(name) && name !== 'binary-version') {
    return {
      flag: name,
      value: '',
      message: `"${name}" needs a value`,
      allowed: `${name}=VALUE`,
    };
  }
  const close = nearest(name, known, 1)[0];
  const hint = parseMinor(name) === undefined ? close && `did you mean ${close}?` : 'name each target separately';
  return {
    flag: 'binary-version',
    value: setting,
    message:
      name === 'binary-version'
        ? 'the binary version is the first part of a target expression'
        : `"${name}" is not a setting of a target${hint === undefined ? '' : `; ${hint}`}`,
    allowed: `${known.join(', ')}, each as NAME=VALUE; inside a value ";" separates`,
  };
}
