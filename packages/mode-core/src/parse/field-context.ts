import type { ModeContext } from '../modes/mode-problem.ts';

/** Context of a field whose faults block all MCP calls or all commands of a mode. */
export interface FieldContext extends ModeContext {
  readonly field: string;
  /** Calls that are refused while the field has a fault. */
  readonly closes: 'MCP call' | 'command';
}
