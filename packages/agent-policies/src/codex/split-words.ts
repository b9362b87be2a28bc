/** Splits text into words according to POSIX shell quoting; returns undefined if a quote is unclosed. */
export function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? '';
    if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === "'") {
      const end = text.indexOf("'", index + 1);
      if (end < 0) return undefined;
      word = (word ?? '') + text.slice(index + 1, end);
      index = end;
    } else if (char === '"') {
      const part = readDoubleQuotes(text, index + 1);
      if (part === undefined) return undefined;
      word = (word ?? '') + part.text;
      index = part.end;
    } else if (char === '\\') {
      index++;
      if (index === text.length) return undefined;
      if (text[index] !== '\n') word = (word ?? '') + text[index];
    } else if (char === '#' && word === undefined) {
      const end = text.indexOf('\n', index);
      index = end < 0 ? text.length : end;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

function readDoubleQuotes(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  let found = '';
  for (let index = start; index < text.length; index++) {
    const char = text[index] ?? '';
    if (char === '"') return { text: found, end: index };
    if (char !== '\\') {
      found += char;
      continue;
    }
    index++;
    const escaped = text[index] ?? '';
    if (escaped !== '\n') found += '$`"\\'.includes(escaped) ? escaped : `\\${escaped}`;
  }
  return undefined;
}
