import type { CommandWord } from './command-word.ts';

/** Values that a command assigns to variables; undefined for a value that the command's text does not show. */
export class CommandVariables {
  readonly values = new Map<string, string | undefined>();

  /** If a variable is set twice, its value is no longer known. */
  set(name: string, value: string | undefined): void {
    const isOther = this.values.has(name) && this.values.get(name) !== value;
    this.values.set(name, isOther ? undefined : value);
  }

  /** Adds the variables set by the words of `export X=b` and similar commands. */
  declare([program, ...words]: readonly CommandWord[]): void {
    if (!/^(?:export|declare|local|readonly|typeset)$/.test(program?.text ?? '')) return;
    for (const { value, isKnown, isGlob } of words) {
      const [, name, given] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value) ?? [];
      if (name !== undefined && isKnown && !isGlob) this.set(name, given);
    }
  }
}
