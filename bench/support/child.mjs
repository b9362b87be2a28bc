import { fork } from 'node:child_process';

/**
 * Starts a module in a process of its own and asks it things, one at a time. Each contestant gets its own process, so that none
 * is compiled, collected or slowed down because of another.
 */
export async function startChild(modulePath, parameters, execArgv = []) {
  const child = fork(modulePath, parameters, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv,
  });
  const ask = (question) =>
    new Promise((resolve, reject) => {
      const onExit = (code) => reject(new Error(`${modulePath} ${parameters.join(' ')} ended with ${code}`));
      child.once('exit', onExit);
      child.once('message', (answer) => {
        child.off('exit', onExit);
        if (answer.error === undefined) resolve(answer);
        else reject(new Error(answer.error));
      });
      child.send(question);
    });
  const stop = () => child.kill();
  return { ask, stop };
}

/** The other side of {@link startChild}: answers each question with what the function of its name returns. */
export function answerParent(functions) {
  process.on('message', (question) => {
    answer(functions, question).then(
      (result) => process.send(result),
      (error) => process.send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

async function answer(functions, question) {
  return functions[question.name](question);
}
