const encoded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Whether Go decodes the text into `[]byte`: standard alphabet with padding, ignoring all line breaks
 * (`base64.StdEncoding.Decode` in `encoding/base64`, which is not strict about trailing bits).
 */
export function isBase64(text: string): boolean {
  if (text.includes('\n') || text.includes('\r')) return encoded.test(text.replace(/[\r\n]/g, ''));
  return encoded.test(text);
}
