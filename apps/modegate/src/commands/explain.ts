import { AppError, print } from '@modegate/cli-kit';
import { nearestName } from '@modegate/nearest-name';
import { type Example, type Rule, rules } from '@modegate/policy-check';
import { escapedJson } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { styledAs } from '../report-style.ts';

/** Flags for `modegate explain`. */
interface ExplainFlags {
  readonly list?: boolean;
  readonly format?: 'text' | 'json';
}

/** Explains a rule by its id or name, or lists all rules. */
export function runExplain(name: string | undefined, { list = false, format = 'text' }: ExplainFlags): ExitCode {
  if (name === undefined && !list) throw new AppError('Specify a rule. `modegate explain --list` lists all rules.');
  const chosen = name === undefined ? byId : [findRule(name)];
  if (format === 'json') print(escapedJson(name === undefined ? chosen.map(describe) : chosen.map(describe)[0], 2));
  else if (name === undefined) printList();
  else for (const rule of chosen) printRule(rule);
  return exitCodes.clean;
}

const byId = rules.toSorted((a, b) => (a.id < b.id ? -1 : 1));

function findRule(given: string): Rule {
  const found = rules.find(({ id, name }) => id === given.toUpperCase() || name === given);
  if (found !== undefined) return found;
  const nearest = nearestName(
    given,
    rules.flatMap(({ id, name }) => [id, name]),
  );
  const hint = nearest === undefined ? '`modegate explain --list` lists all rules.' : `Did you mean '${nearest}'?`;
  throw new AppError(`Unknown rule '${given}'. ${hint}`);
}

/** The rule as JSON, with its preset stored under `persona`, the name of the flag `--persona`. */
function describe({ check: _check, preset: persona, ...rule }: Rule): object {
  return { ...rule, persona };
}

function printList(): void {
  const width = Math.max(...rules.map(({ name }) => name.length));
  for (const { id, name, severity, preset: persona, isFixable, summary } of byId) {
    const notes = [...(persona === 'default' ? [] : [persona]), ...(isFixable ? ['fixable'] : [])];
    const note = notes.length === 0 ? '' : styledAs('faint', ` (${notes.join(', ')})`);
    print(`${id}  ${name.padEnd(width)}  ${styledAs(severity, severity.padEnd(7))}  ${summary}${note}`);
  }
}

function printRule(rule: Rule): void {
  const { id, name, severity, preset: persona, since, isFixable } = rule;
  print(`${styledAs('heading', `${id} ${name}`)}  ${styledAs(severity, severity)}`);
  const fixes = isFixable ? '; some of its findings can be fixed' : '';
  const runs = `Runs with --persona ${persona}; available since ${since}${fixes}.`;
  for (const paragraph of [rule.summary, rule.reason, runs]) print(`\n${paragraph}`);
  printExample('Reported', rule.bad);
  printExample('Not reported', rule.good);
  print(`\nHide one finding with a comment above it: # modegate-ignore ${id}: the reason`);
}

function printExample(title: string, { files, note }: Example): void {
  print();
  print(`${styledAs('heading', title)}${note === undefined ? '' : styledAs('faint', `  ${note}`)}`);
  for (const [file, text] of Object.entries(files)) {
    print(styledAs('faint', `  ${file}`));
    for (const line of text.trimEnd().split('\n')) print(line === '' ? '' : `    ${line}`);
  }
}
