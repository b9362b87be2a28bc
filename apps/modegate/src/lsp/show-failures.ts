import type { Connection } from 'vscode-languageserver/node';
import type { CheckedFolder, CheckOutcome } from './checked-folder.ts';
import { diagnosticsOfFailure } from './diagnostics.ts';

/** Shows failures without a location in a file as a message, once per project until they change. */
export function showFailures(connection: Connection): (folder: CheckedFolder, outcome: CheckOutcome) => void {
  const told = new Map<string, string | undefined>();
  return ({ root }, outcome) => {
    const message = failureOf(outcome);
    if (message === told.get(root)) return;
    told.set(root, message);
    if (message === undefined) return;
    connection.console.error(message);
    const [line = ''] = message.split('\n');
    void connection.sendNotification('window/showMessage', { type: 1, message: `modegate: ${line}` });
  };
}

function failureOf(outcome: CheckOutcome): string | undefined {
  if (outcome.state === 'checked') {
    const [failure] = outcome.checked.result.failures;
    return failure && `The rule ${failure.rule.id} failed: ${failure.message}`;
  }
  const isShown = !outcome.isFault && diagnosticsOfFailure(outcome.message, () => undefined).size > 0;
  return isShown ? undefined : outcome.message;
}
