import { escapeControls } from './escape-controls.ts';
import {
  describePosition,
  describeSummary,
  listTroubles,
  openFindings,
  type Reporter,
  rulesById,
} from './report-context.ts';

/** Reports each finding on one line, in the format used by compilers, followed by a line with the count. */
export const conciseReporter: Reporter = (result, context = {}) => {
  const names = rulesById(result);
  const lines = openFindings(result).map(({ location, severity, rule, message }) => {
    const name = names.get(rule)?.name;
    return escapeControls(
      `${describePosition(location)}: ${severity} ${rule}${name === undefined ? '' : ` ${name}`}: ${message}`,
    );
  });
  const troubles = listTroubles(result, context).map(({ title, message }) => escapeControls(`${title}: ${message}`));
  const { summary, hidden } = describeSummary(result, context);
  return [...lines, ...troubles, `${summary}${hidden}`].map((line) => `${line}\n`).join('');
};
