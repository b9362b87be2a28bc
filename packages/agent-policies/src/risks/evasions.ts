import { quoteWord } from '@modegate/shell-commands';

/** @internal Returns texts that run a command in a wrapper, or with its program spelt differently. */
export function evasionsOf(command: string): readonly string[] {
  const [program = '', ...rest] = command.split(' ');
  const after = rest.length === 0 ? '' : ` ${rest.join(' ')}`;
  return [
    `timeout 5 ${command}`,
    `env ${command}`,
    `bash -c ${quoteWord(command)}`,
    `'${program}'${after}`,
    `/usr/bin/${program}${after}`,
  ];
}
