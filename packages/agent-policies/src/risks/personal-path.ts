/** @internal True for text that contains a user's home folder in the form used on Linux, macOS or Windows. */
export function isPersonalPath(text: string): boolean {
  return /(?:^|[\s"'=:(/])(?:\/(?:home|Users)\/(?!runner\b|user\b|node\b|vscode\b|\*|\$|<)[\w.-]+(?:\/|$)|[A-Za-z]:[\\/]+Users[\\/]+(?!\*|<)[\w.-]+)/.test(
    text,
  );
}
