/**
 * The paths of the files in the XML of an older call of Roo Code, as fast-xml-parser reads it for it: `apply_diff` without decoding
 * entities, `read_file` with it. It checks no name at the end of an element, and an element with another one in it has no text.
 */
export function readXmlPaths(xml: string): readonly string[] {
  const paths: string[] = [];
  for (const node of walk(parse(xml)))
    if (node.name === 'file')
      for (const child of node.children)
        if (child.name === 'path' && child.children.length === 0) {
          const text = child.text.trim();
          paths.push(text, decode(text));
        }
  return paths;
}

interface Node {
  readonly name: string;
  readonly children: Node[];
  text: string;
}

function* walk(node: Node): Iterable<Node> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

function parse(xml: string): Node {
  const root: Node = { name: '', children: [], text: '' };
  const open = [root];
  for (let at = 0; at < xml.length; ) {
    const parent = open.at(-1) ?? root;
    const skipped = skipMarkup(xml, at, parent);
    if (skipped !== undefined) at = skipped;
    else if (xml[at] !== '<') {
      parent.text += xml[at];
      at++;
    } else {
      const end = findTagEnd(xml, at);
      if (end < 0) return root;
      readTag(xml.slice(at + 1, end), open);
      at = end + 1;
    }
  }
  return root;
}

/** A comment, an instruction or a type is passed over, and a CDATA section is text: where it ends, or undefined where there is none. */
function skipMarkup(xml: string, at: number, parent: Node): number | undefined {
  const kinds = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<!', '>'],
    ['<?', '?>'],
  ] as const;
  const [start, end] = kinds.find(([opening]) => xml.startsWith(opening, at)) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const found = xml.indexOf(end, at + start.length);
  if (start === '<![CDATA[') parent.text += xml.slice(at + start.length, found < 0 ? xml.length : found);
  return found < 0 ? xml.length : found + end.length;
}

/** The `>` that ends a tag: not one in the quotes of an attribute, but the first one at all in the end of an element. */
function findTagEnd(xml: string, at: number): number {
  if (xml[at + 1] === '/') return xml.indexOf('>', at);
  let quote = '';
  for (let index = at + 1; index < xml.length; index++) {
    const character = xml.charAt(index);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index;
  }
  return -1;
}

function readTag(tag: string, open: Node[]): void {
  if (tag.startsWith('/')) {
    if (open.length > 1) open.pop();
    return;
  }
  const isClosed = tag.endsWith('/');
  const [name = ''] = (isClosed ? tag.slice(0, -1) : tag).split(/\s/);
  const node: Node = { name, children: [], text: '' };
  open.at(-1)?.children.push(node);
  if (!isClosed) open.push(node);
}

function decode(text: string): string {
  const named = [
    ['&apos;', "'"],
    ['&gt;', '>'],
    ['&lt;', '<'],
    ['&quot;', '"'],
    ['&amp;', '&'],
  ] as const;
  return named.reduce((decoded, [entity, character]) => decoded.replaceAll(entity, character), text);
}
