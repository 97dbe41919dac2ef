/** The texts in an untyped value, such as a command's argument or stored state. */
export function textsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.every((item) => typeof item === 'string') ? value : undefined;
}
