/** @internal True for a text with a person's home folder, as Linux, macOS and Windows name it. */
export function isPersonalPath(text: string): boolean {
  return /(?:^|[\s"'=:(/])(?:\/(?:home|Users)\/(?!runner\b|user\b|node\b|vscode\b|\*|\$|<)[\w.-]+(?:\/|$)|[A-Za-z]:[\\/]+Users[\\/]+(?!\*|<)[\w.-]+)/.test(
    text,
  );
}
