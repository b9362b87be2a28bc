import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { compilePattern, maxPathLength } from '../../packages/mode-core/src/pattern/compile-pattern.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect, quickly } from '../support/expect.ts';
import { tokenSoup } from '../support/mutate-text.ts';

/** The bound that the package promises for one decision, and what compiling may take. */
const maxTestMs = 50;
const maxCompileMs = 500;

/** How long the engine may take over the texts of one case. */
const engineMs = 300;

const tokens = [
  'a',
  'b',
  'c',
  '/',
  '.',
  '\\.',
  'md',
  '-',
  '_',
  '0',
  'é',
  '\n',
  '😀',
  '\ud83d',
  '(',
  ')',
  '(?:',
  '(?=',
  '(?!',
  '(?<=',
  '(?<!',
  '(?<n>',
  '|',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{1,3}',
  '{0,}',
  '{,2}',
  '{',
  '}',
  '{2',
  '[',
  ']',
  '[^',
  '[a-c]',
  '[^/]',
  '[\\w.-]',
  '[]',
  '[^]',
  '[a-\\d]',
  '\\w',
  '\\W',
  '\\d',
  '\\D',
  '\\s',
  '\\S',
  '\\b',
  '\\B',
  '^',
  '$',
  '\\/',
  '\\x61',
  '\\u0061',
  '\\u{61}',
  '\\cA',
  '\\c',
  '\\0',
  '\\07',
  '\\1',
  '\\k',
  '\\k<n>',
  '\\-',
  '\\',
  '\\p{L}',
  '(?i:',
  '(?-i:',
  '\\q',
  '\\8',
  '\\ud83d\\ude00',
  '.*',
  '.+',
  '\\.md$',
];

const atom = fc.constantFrom(
  'a',
  'b',
  'ab',
  '.',
  '/',
  '\\w',
  '[ab]',
  '[^/]',
  '\\b',
  '^',
  '$',
  '',
  '\\.',
  'é',
  '\\S',
  '[^]',
  '\\d',
);
const quantifier = fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}', '{0,2}?', '{2,}', '{0}', '');
const structured = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.tuple(atom, quantifier).map(([text, times]) => (/^(?:\^|\$|\\b|)$/.test(text) ? text : text + times)),
    fc.tuple(tie('expression'), tie('expression')).map((parts) => parts.join('')),
    fc.tuple(tie('expression'), tie('expression')).map((parts) => `(?:${parts.join('|')})`),
    fc.tuple(tie('expression'), quantifier).map(([inner, times]) => `(${inner})${times}`),
    fc
      .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('expression'))
      .map(([open, inner]) => `${open}${inner})`),
  ),
})).expression;
const pattern = fc.oneof({ weight: 3, arbitrary: structured }, { weight: 2, arbitrary: tokenSoup(tokens, 12) });

const unit = fc.constantFrom(
  'a',
  'b',
  'c',
  '/',
  '.',
  'm',
  'd',
  '-',
  '_',
  '0',
  ' ',
  'é',
  '\n',
  '\u2028',
  '😀',
  '\ud83d',
  '\ude00',
  'K',
  '\u212a',
  '\0',
  '\x01',
);
const text = fc.array(unit, { maxLength: 10 }).map((units) => units.join(''));
const long = fc
  .tuple(fc.array(unit, { minLength: 1, maxLength: 4 }), fc.nat(maxPathLength), text)
  .map(([units, length, end]) => (units.join('').repeat(maxPathLength).slice(0, length) + end).slice(0, maxPathLength));

/** A pattern, short texts and a long one. */
export const patternInput: fc.Arbitrary<Input> = fc.record({
  pattern,
  texts: fc.array(text, { minLength: 1, maxLength: 8 }),
  long,
});

/** Compiled patterns mean what the engine means, and hold the process no longer than the package says. */
export const patternsTarget: Target = {
  name: 'patterns',
  open: () => {
    const counts = { compiled: 0, refused: 0, tooSlow: 0 };
    return createCampaign({
      arbitrary: patternInput,
      judge: (input) => judge(input, counts),
      notes: () =>
        `${counts.compiled} compiled, ${counts.refused} refused, ${counts.tooSlow} too slow for the engine to compare`,
    });
  },
};

type Counts = Record<'compiled' | 'refused' | 'tooSlow', number>;

interface Input {
  readonly pattern: string;
  readonly texts: readonly string[];
  readonly long: string;
}

function judge({ pattern: source, texts, long: longText }: Input, counts: Counts): void {
  const native = nativeRegExp(source);
  const compiled = quickly(() => compilePattern(source), maxCompileMs, 'compiling');
  counts[compiled.ok ? 'compiled' : 'refused']++;
  if (!compiled.ok) {
    expect(
      (compiled.code === 'PATTERN_INVALID') === (native === undefined),
      'invalid to mean that the engine refuses it',
      compiled,
    );
    return;
  }
  expect(native !== undefined, 'nothing to compile that the engine refuses', source);
  const answers = askEngine(source, texts);
  if (answers === undefined) counts.tooSlow++;
  for (const [index, wanted] of (answers ?? []).entries()) {
    const given = texts[index] ?? '';
    expect(
      compiled.test(given) === wanted,
      `${JSON.stringify(source)} to ${wanted ? 'match' : 'miss'} ${JSON.stringify(given)}`,
    );
  }
  quickly(() => compiled.test(longText), maxTestMs, 'a test');
}

const engine = createContext({ source: '', texts: [] });
const question = new Script(
  'JSON.stringify(((pattern) => texts.map((text) => pattern.test(text)))(new RegExp(source)))',
);

/** What the engine says of each text; undefined when it takes too long, as it may for ever. */
function askEngine(source: string, texts: readonly string[]): readonly boolean[] | undefined {
  Object.assign(engine, { source, texts });
  try {
    return JSON.parse(String(question.runInContext(engine, { timeout: engineMs }))) as readonly boolean[];
  } catch (error) {
    // An error of the other realm is no instance of this one's class.
    if ((error as { readonly code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}

function nativeRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
