/** An element of an XML text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads XML without a DTD, comments or CDATA; throws on anything that is not well-formed (XML 1.0). */
export function readXml(source: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!source.startsWith(declaration)) throw new Error('no XML declaration');
  // XML 1.0, 2.2: the characters that may occur.
  if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(source))
    throw new Error('no XML character');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let at = declaration.length;
  while (at < source.length) {
    const top = open.at(-1) ?? root;
    const tag = /<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>/y;
    tag.lastIndex = at;
    const found = tag.exec(source);
    if (found === null) {
      const end = source.indexOf('<', at);
      if (end === at) throw new Error(`not well-formed: ${source.slice(at, at + 60)}`);
      top.text += decode(source.slice(at, end === -1 ? undefined : end));
      at = end === -1 ? source.length : end;
      continue;
    }
    at = tag.lastIndex;
    const [, closing, name = '', attributes = '', empty] = found;
    if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`unexpected end of ${name}`);
      continue;
    }
    const element: XmlElement = { name, attributes: readAttributes(attributes), children: [], text: '' };
    top.children.push(element);
    if (empty !== '/') open.push(element);
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || only === undefined || others.length > 0) throw new Error('not one root element');
  return only;
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]);
  const attributes: Record<string, string> = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) throw new Error(`an attribute twice in ${text}`);
  return attributes;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d+);|([a-z]+);|)/g, (whole, code?: string, name?: string) => {
    const character = code === undefined ? entities[name ?? ''] : String.fromCodePoint(Number(code));
    if (character === undefined) throw new Error(`unknown entity ${whole}`);
    return character;
  });
}
