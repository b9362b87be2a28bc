// Writes docs/rules from the rules themselves; with --check it only tells which pages are out of date.
// Run with `node --conditions=@modegate/source scripts/write-rule-docs.ts [--check]`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../packages/policy-check/src/rules/index.ts';
import { renderRuleIndex, renderRulePage, rulePageName } from '../packages/policy-check/src/rules/rule-docs.ts';
import { finish } from './failures.ts';
import { root } from './workspace.ts';

const folder = join(root, 'docs/rules');
const pages = new Map([
  ['README.md', renderRuleIndex(rules)],
  ...rules.map((rule) => [rulePageName(rule.id), renderRulePage(rule)] as const),
]);
const present = existsSync(folder) ? readdirSync(folder) : [];
const outdated = [...pages].filter(([name, text]) => !present.includes(name) || read(name) !== text);
const foreign = present.filter((name) => !pages.has(name));

if (process.argv.includes('--check')) {
  const again = 'run `node --conditions=@modegate/source scripts/write-rule-docs.ts`';
  finish(
    'check:rule-docs',
    [
      ...outdated.map(([name]) => `docs/rules/${name} is not what the rule says; ${again}`),
      ...foreign.map((name) => `docs/rules/${name} is the page of no rule; ${again}`),
    ],
    `${pages.size} pages say what their rules do`,
  );
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of outdated) writeFileSync(join(folder, name), text);
  for (const name of foreign) rmSync(join(folder, name));
  finish('write-rule-docs', [], `${outdated.length} written, ${foreign.length} removed`);
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
}
