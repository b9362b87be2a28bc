import type { CommandWord } from './command-word.ts';

/** Values that a command gives to variables; undefined for one that its text does not tell. */
export class CommandVariables {
  readonly values = new Map<string, string | undefined>();

  /** A variable that gets a second value is not known any more. */
  set(name: string, value: string | undefined): void {
    const isOther = this.values.has(name) && this.values.get(name) !== value;
    this.values.set(name, isOther ? undefined : value);
  }

  /** Takes over the words of `export X=b` and the like. */
  declare([program, ...words]: readonly CommandWord[]): void {
    if (!/^(?:export|declare|local|readonly|typeset)$/.test(program?.text ?? '')) return;
    for (const { value, isKnown, isGlob } of words) {
      const [, name, given] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value) ?? [];
      if (name !== undefined && isKnown && !isGlob) this.set(name, given);
    }
  }
}
