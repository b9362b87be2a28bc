import { analyseCommand } from './analyse-command.ts';
import { parseCommandRule } from './rules/command-rule.ts';

/** Analyser to pass to `compilePolicy` in `@modegate/mode-core`. */
export const shellAnalyser = { parseRule: parseCommandRule, analyse: analyseCommand } as const;
