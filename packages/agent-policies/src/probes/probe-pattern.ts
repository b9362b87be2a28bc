import type { AgentToolCall } from '../agent-answer.ts';

/** Text that no rule is likely to mention. */
export const unnamedText = 'xyz';

/** Type of text to which a rule applies. */
export type ProbeKind = 'command' | 'file' | 'address' | 'tool' | 'name';

/** Texts that a rule covers, and the calls that contain such a text. */
export interface ProbePattern {
  readonly kind: ProbeKind;
  /** Pattern in which `*` stands for any text and `?` for one character. A file pattern is an absolute path. */
  readonly glob: string;
  /** Additional distinction between calls, such as the tool to which a name belongs. */
  readonly of?: string;
  /** Effect of the rule; if the effect changes, the rule is treated as a different rule. */
  readonly effect: string;
  readonly toCalls: (text: string) => readonly AgentToolCall[];
  /** True for the agent's built-in rules, for which no similar texts are tried. */
  readonly isBuiltIn?: boolean;
}

const literalSigns: readonly (readonly [sign: string, mark: string])[] = [
  ['*', '\uE000'],
  ['?', '\uE001'],
];

/**
 * Marks as literal those wildcard characters in the text that the agent does not treat as wildcards. Default: all
 * wildcard characters.
 */
export function literalGlob(text: string, signs = '*?'): string {
  return literalSigns.reduce(
    (whole, [sign, mark]) => (signs.includes(sign) ? whole.replaceAll(sign, mark) : whole),
    text,
  );
}

/** Returns a covered text with its literal characters restored. */
export function plainText(text: string): string {
  return literalSigns.reduce((whole, [sign, mark]) => whole.replaceAll(mark, sign), text);
}

/**
 * Returns texts that a pattern covers, the plainest first: asterisks are replaced with some text, with nothing, and
 * with more text.
 */
export function coveredTexts({ glob, kind }: Pick<ProbePattern, 'glob' | 'kind'>): readonly string[] {
  const fill = (text: string) => glob.replaceAll(/\*+/g, text).replaceAll('?', 'x');
  if (!glob.includes('*')) return [fill('')];
  const more = { command: `${unnamedText} --${unnamedText}`, file: `${unnamedText}/${unnamedText}` } as const;
  const texts = [fill(unnamedText), fill(''), ...(kind === 'command' || kind === 'file' ? [fill(more[kind])] : [])];
  const tidy = (text: string) => (kind === 'file' ? text.replace(/(.)\/$/, '$1') : text.trim());
  return [...new Set(texts.map(tidy))].filter((text) => text !== '');
}

/** Returns texts similar to a text that a rule covers; the rule may or may not cover these texts. */
export function neighboursOf(kind: ProbeKind, text: string): readonly string[] {
  return neighbours[kind](text).filter((one) => one !== text);
}

const neighbours: Readonly<Record<ProbeKind, (text: string) => readonly string[]>> = {
  command: (text) => {
    const words = text.split(/\s+/);
    return [
      `${text} ${unnamedText}`,
      `${text}${unnamedText}`,
      `${text} > ${unnamedText}`,
      `${text} && ${unnamedText}`,
      `${words[0]} ${unnamedText}`,
      `timeout 5 ${text}`,
      words.slice(0, -1).join(' '),
    ].filter((one) => one !== '');
  },
  file: (text) => {
    const folder = text.slice(0, text.lastIndexOf('/'));
    const base = text.slice(folder.length + 1);
    const above = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0));
    return [
      `${folder}/${unnamedText}`,
      `${folder}/${unnamedText}/${base}`,
      `${text}/${unnamedText}`,
      `${above}/${base}`,
    ];
  },
  address: (text) => {
    const [, scheme = 'https://', host = text, rest = ''] = /^([a-z]+:\/\/)?([^/]*)(.*)$/i.exec(text) ?? [];
    const path = `${rest.replace(/\/$/, '')}/${unnamedText}`;
    return [
      `${scheme}${host}${path}`,
      `${scheme}${unnamedText}.${host}${rest}`,
      `${scheme}${host}.${unnamedText}${rest}`,
    ];
  },
  tool: (text) => [text.replace(/[^_]+$/, unnamedText), `${text}${unnamedText}`],
  name: (text) => [`${text}${unnamedText}`, unnamedText],
};
