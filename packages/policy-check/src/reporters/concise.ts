import { printable } from './printable.ts';
import { openFindings, placeInWords, type Reporter, rulesById, summaryInWords } from './report-context.ts';

/** One line a finding, as compilers write them, and a last line with the count. */
export const conciseReporter: Reporter = (result, context = {}) => {
  const names = rulesById(result);
  const lines = openFindings(result).map(({ location, severity, rule, message }) => {
    const name = names.get(rule)?.name;
    return printable(
      `${placeInWords(location)}: ${severity} ${rule}${name === undefined ? '' : ` ${name}`}: ${message}`,
    );
  });
  const troubles = [
    ...result.failures.map(({ rule, message }) => printable(`The rule ${rule.id} failed: ${message}`)),
    ...(context.unevaluated ?? []).map((sentence) => printable(`Not evaluated: ${sentence}`)),
  ];
  const { summary, hidden } = summaryInWords(result, context);
  return [...lines, ...troubles, `${summary}${hidden}`].map((line) => `${line}\n`).join('');
};
