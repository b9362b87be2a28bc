/** The words of a text that spaces and line ends part. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
