import { attempt } from '@modegate/json';
import { findSecretShape, isRandomLooking } from '@modegate/policy-check';
import { createRedact, isSecretHeader, type Redact, redactSecrets } from '@modegate/secrets';
import { cleanServers, type RemovedValue } from './clean-servers.ts';
import { mask } from './clean-value.ts';
import type { PlaygroundState, VersionFiles, WhyQuestion } from './playground-state.ts';

/**
 * Removes secrets from a state: first, values in the server files that may be secret; then the same values elsewhere;
 * and finally anything that has the form of a known kind of token.
 *
 * Returns a state that is ready to be put in a link, and the paths of the removed values, each listed once: `''` for
 * a comment, for text outside the servers, or for a whole file.
 */
export function removeSecrets({ files, before, question }: PlaygroundState) {
  const versions = before === undefined ? [files] : [files, before];
  const cleaned = versions.map(({ servers, serversPlace }) => cleanServers(servers, serversPlace));
  const removed = cleaned.flatMap((one) => one.removed);
  const redact = redactor(removed);
  const [own, other] = versions.map(
    (version, index): VersionFiles => ({
      ...version,
      modes: redact(version.modes),
      servers: redact(cleaned[index]?.text ?? ''),
    }),
  );
  const state: PlaygroundState = {
    files: own ?? files,
    ...(other === undefined ? {} : { before: other }),
    question: cleanQuestion(question, redact),
  };
  const places = removed.map(({ place }) => place);
  const isElsewhere =
    files.modes !== state.files.modes ||
    before?.modes !== state.before?.modes ||
    Object.entries(question).some(([key, text]) => state.question[key as keyof WhyQuestion] !== text);
  return { state, places: [...new Set(isElsewhere ? [...places, ''] : places)] };
}

function cleanQuestion(question: WhyQuestion, redact: Redact): WhyQuestion {
  const { ci, shell, args, ...texts } = question;
  const cleanTexts = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, redact(text)]));
  return {
    ...(cleanTexts as Omit<WhyQuestion, 'ci' | 'shell' | 'args'>),
    shell,
    args: redact(cleanArguments(args)),
    ci,
  };
}

/** Arguments that are not JSON have no names by which they could be checked, so the link includes none of them. */
function cleanArguments(args: string): string {
  if (args.trim() === '') return args;
  // Writing deeply nested arguments fails although reading them did not.
  const clean = attempt(() => {
    const value: unknown = JSON.parse(args);
    const text = JSON.stringify(redactSecrets(value));
    return text === JSON.stringify(value) ? args : text;
  });
  return clean ?? '';
}

function redactor(removed: readonly RemovedValue[]): Redact {
  const known = createRedact(new Set(removed.flatMap(secretsOf)), { mask, minLength: 6 });
  return (text) => hideTokens(known(text));
}

/**
 * Returns the removed values that would also be secrets elsewhere, unlike values such as `true` or `production` in an
 * environment.
 */
function secretsOf({ place, value }: RemovedValue): readonly string[] {
  if (value.length > maxSecretLength) return [];
  const name = place.split('.').at(-1) ?? '';
  const parts = value.split(/[\s/?&=#:@,;"']+/);
  const isSecret = isSecretHeader(name) || /^(?=.*\d)\S{12,}$/.test(value);
  const whole = place !== '' && isSecret ? [value] : [];
  return [
    ...whole,
    ...[value, ...parts].filter((part) => isRandomLooking(part) || findSecretShape(part) !== undefined),
  ];
}

/** A certificate is shorter than this; anything longer is prose or another file. */
const maxSecretLength = 10_000;

/** Hides, in a string, anything that looks like a token or a line of a key. */
function hideTokens(text: string): string {
  return text.replaceAll(/[A-Za-z0-9_+/=~.:-]{16,}/g, (word) => {
    if (word.length > maxWord || isRandomLooking(word)) return mask;
    const shape = findSecretShape(word);
    return shape === undefined ? word : word.replace(shape.found, () => mask);
  });
}

/**
 * No pattern or path contains such a long run of these characters, and a search within such a run might stop before
 * reaching the token.
 */
const maxWord = 2000;
