/**
 * @internal Returns the name by which a program is known: the last part of its path, ignoring case and Windows file
 * endings, because some file systems find the same program under any of these names.
 */
export function foldProgramName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return name.replace(/(?<=.)\.(?:exe|cmd|bat|com|ps1)$/, '');
}
