import ts from 'typescript';

/** The comment of a declaration: its text, and its tags in the order they stand in. */
export function parseComment(declaration) {
  const holder = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const raw = holder.jsDoc?.at(-1)?.getText() ?? '';
  const lines = raw
    .replace(/^\/\*\*+/, '')
    .replace(/\*+\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const blocks = [{ tag: '', lines: [] }];
  for (const line of lines) {
    const [, tag, rest] = /^@(\w+)\s*(.*)$/.exec(line) ?? [];
    if (tag === undefined) blocks.at(-1).lines.push(line);
    else blocks.push({ tag, lines: [rest] });
  }
  const [first, ...tags] = blocks.map(({ tag, lines: own }) => ({ tag, text: own.join('\n').trim() }));
  return { text: first.text, tags, internal: tags.some(({ tag }) => tag === 'internal') };
}
