/** A string without quotes where every reader of YAML takes it for that string, and in double quotes elsewhere. */
export function plainOrQuoted(text: string): string {
  const isWord = text.length <= 5 && /^(y|n|yes|no|on|off|true|false|null)$/i.test(text);
  const plain = !isWord && /^[A-Za-z][\w./-]*$/.test(text);
  return plain ? text : quoted(text);
}

/** A string in single quotes, or in double quotes where it has characters that want escapes. */
export function singleQuoted(text: string): string {
  return /^[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe]*$/.test(text)
    ? `'${text.replaceAll("'", "''")}'`
    : quoted(text);
}

/** A string in double quotes, as JSON and YAML 1.1 both read it. */
export function quoted(text: string): string {
  const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
  return JSON.stringify(text).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
