import { type CompletedCommand, completionWords } from './describe-words.ts';
import { commandPosition, valuedOptions } from './posix-script.ts';

/** Returns a program's completion script for PowerShell; if nothing matches, PowerShell completes file names. */
export function powershellScript(program: string, commands: readonly CompletedCommand[]): string {
  return [
    `# PowerShell completions for ${program}. In $PROFILE: ${program} completion powershell | Out-String | Invoke-Expression`,
    `Register-ArgumentCompleter -Native -CommandName ${quoted(program)} -ScriptBlock {`,
    '  param($wordToComplete, $commandAst, $cursorPosition)',
    '  $words = @{',
    ...commands.map((command) => `    ${quoted(commandPosition(command.words))} = ${list(completionWords(command))}`),
    '  }',
    '  $values = @{',
    ...valuedOptions(commands).flatMap(({ keys, choices }) =>
      keys.map((key) => `    ${quoted(key)} = ${list(choices)}`),
    ),
    '  }',
    "  $at = ''; $previous = ''",
    '  foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {',
    '    if ($element.Extent.EndOffset -ge $cursorPosition) { break }',
    '    $word = $element.Extent.Text',
    '    if (-not $values.ContainsKey("$at|$previous") -and $words.ContainsKey("$at $word")) { $at = "$at $word" }',
    '    $previous = $word',
    '  }',
    '  $found = if ($values.ContainsKey("$at|$previous")) { $values["$at|$previous"] } else { $words[$at] }',
    '  $found | Where-Object { $_.StartsWith($wordToComplete) } | ForEach-Object {',
    "    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)",
    '  }',
    '}',
    '',
  ].join('\n');
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

/** Quotes text as one PowerShell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
