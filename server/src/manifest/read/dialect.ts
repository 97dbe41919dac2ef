import type { YAMLParseError } from 'yaml';
import { readEscape } from './scalarText.ts';

/** The source up to `...`, after which reading stops; such lines before any content end nothing. */
export function untilDocumentEnd(source: string): string {
  if (!source.includes('\n...')) return source;
  const content = source.search(/^[ \t]*[^\s#.]/m);
  const end = [...source.matchAll(/^\.\.\.(?=\s)/gm)].find(({ index }) => content >= 0 && index > content);
  return end === undefined ? source : source.slice(0, end.index + 3);
}

/** The offset of the first character that go-yaml's reader refuses. */
export function controlCharacter(text: string): number | undefined {
  const at = text.search(/[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  return at < 0 ? undefined : at;
}

/** Whether go-yaml takes it for the name of an anchor (`yaml_parser_scan_anchor` in `scannerc.go`). */
export function isAnchorName(name: string): boolean {
  return /^[\w-]+(?:[?:,\]}%@`].*)?$/.test(name);
}

/** YAML 1.2 errors that Kubernetes' reader accepts: further documents, which it ignores, `"a"#comment` and `\'`. */
export function isHarmless(error: YAMLParseError, source: string): boolean {
  if (error.code === 'BAD_DQ_ESCAPE') return readEscape(source, error.pos[0]) !== undefined;
  return error.code === 'MULTIPLE_DOCS' || (error.code === 'MISSING_CHAR' && error.message.startsWith('Comments must'));
}
