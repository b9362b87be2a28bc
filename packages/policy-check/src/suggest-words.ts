/** Whether a text speaks of a name: the name as a whole, with `-`, `_`, blanks and case taken as equal. Both sides may come from anyone. */
export function speaksOf(words: string, name: string): boolean {
  const wanted = ` ${spread(name)} `;
  // One letter, or a name without any, says nothing.
  return wanted.length > 3 && ` ${spread(words)} `.includes(wanted);
}

function spread(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}
