import type { Setting } from './target.ts';

/**
 * Reads `key=value,key=value` as kube-apiserver reads `--runtime-config` and `--feature-gates`: at commas, then at the
 * first `=`. Blanks around keys and values are trimmed, and empty pieces skipped. Source: `ConfigurationMap` in
 * `k8s.io/component-base/cli/flag`.
 */
export function parseSettings(text: string): readonly Setting[] {
  return text
    .split(',')
    .filter((piece) => piece !== '')
    .map(parseSetting);
}

function parseSetting(piece: string): Setting {
  const equals = piece.indexOf('=');
  if (equals < 0) return { key: piece.trim(), value: '' };
  return { key: piece.slice(0, equals).trim(), value: piece.slice(equals + 1).trim() };
}

/** `key=value`, the notation of settings in messages and flags. */
export function formatSetting({ key, value }: Setting): string {
  return `${key}=${value}`;
}
