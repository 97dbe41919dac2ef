/** Which file of the index of the search has the fields of a name. */
export function shardOf(name: string): string {
  const letter = name.charAt(0).toLowerCase();
  return /[a-z]/.test(letter) ? letter : 'other';
}
