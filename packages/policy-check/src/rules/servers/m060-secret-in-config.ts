import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, serverEntry, serversText } from '../define-rule.ts';
import { isLoopback, readAddress } from './address.ts';
import { isPlaceholder, isRandomLooking, withoutVariables } from './secret-likeness.ts';
import { findSecretShape } from './secret-shapes.ts';
import { type WrittenValue, writtenValues } from './written-values.ts';

/** M060: a token, key or password stored as plain text in a server file. */
export const secretInConfig = defineRule(['M060', 'secret-in-config', 'error', 'default'], {
  summary: 'A token, key or password is written directly in a server entry instead of coming from a variable.',
  reason:
    'Server files are committed, copied into bug reports and read by the agent itself, which can send their content to any server. Everyone who has the file has the secret. Roo Code, Zoo Code and Modegate fill in `\u0024{env:NAME}`; VS Code prompts for a value with `\u0024{input:id}`. A secret that was ever committed must be replaced by its issuer: removing the secret from the file does not remove it from the history. The rule reports known token formats, passwords in addresses, and random-looking values under a name that contains key, token, secret or password. It ignores variables and placeholders. Findings never contain the value.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText(
        serverEntry(
          'github',
          '"command": "github-mcp-server"',
          '"args": ["stdio"]',
          '"env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "7f3Kq9ZrT1vXw5Lm2Bn8Hc4Jd6Sg0Py" }',
        ),
      ),
    },
    { '"7f3Kq9ZrT1vXw5Lm2Bn8Hc4Jd6Sg0Py"': `"\${env:GITHUB_PERSONAL_ACCESS_TOKEN}"` },
  ),
  *check(workspace) {
    for (const server of workspace.servers)
      for (const written of writtenValues(server)) {
        const what = findSecret(written);
        if (what === undefined) continue;
        const message = `Server ${shown(server.name)} contains ${what} in ${placeOf(written)}. Use a variable instead. If the file was ever shared, ask the issuer to replace the secret.`;
        yield { message, location: workspace.source(server.file).locate(written.pointer), server: server.name };
      }
  },
});

function placeOf({ kind, name }: WrittenValue): string {
  if (kind === 'url') return 'its address';
  if (kind === 'env') return `the variable ${shown(name)}`;
  if (kind === 'header') return `the header ${shown(name)}`;
  return name === '' ? 'its arguments' : `the argument ${shown(name)}`;
}

/** Describes the kind of secret in a value; undefined if there is none. */
function findSecret({ name, value }: WrittenValue): string | undefined {
  const text = withoutVariables(value).trim();
  if (text.length < 6) return undefined;
  const known = findSecretShape(text);
  if (known !== undefined) return isPlaceholder(known.found) ? undefined : known.name;
  const address = readAddress(text);
  if (address === undefined) return isSecretValue(name, text) ? `what looks like a ${kindOf(name)}` : undefined;
  if (hasPassword(address.userInfo) && !isLoopback(address.host)) return 'a password';
  const parameter = address.query.find(([key, parameterValue]) => isSecretValue(key, parameterValue));
  return parameter === undefined ? undefined : `what looks like a ${kindOf(parameter[0])}`;
}

/** A plain word is not a password worth protecting, and sample files are full of such words. */
function hasPassword(userInfo: string): boolean {
  const password = userInfo.slice(userInfo.indexOf(':') + 1);
  const isWord = /^[A-Za-z_-]*\d{0,4}$/.test(password);
  return userInfo.includes(':') && password.length >= 8 && !isWord && !isPlaceholder(password);
}

const secretName =
  /(?:^|[^a-z])(?:key|token|secret|passw(?:or)?d|passphrase|pwd|credentials?|auth|authorization|bearer|pat|cookie)(?:$|[^a-z])/;
// The last word shows the nature of a value: a variable called `TOKEN_URL` contains an address, and one called
// `API_KEY_ID` contains a name.
const otherName =
  /(?:^|_)(?:id|ids|path|file|dir|url|uri|name|names|type|mode|model|host|region|endpoint|algorithm|audience|issuer|scope|scopes|limit|count|version|public_key|publishable_key|anon_key|key_prefix)$/;

function isSecretValue(name: string, value: string): boolean {
  const folded = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  const joined = folded.replaceAll(/(api|access|auth|private|secret)(key|token)/g, '$1_$2');
  if (!secretName.test(joined) || otherName.test(joined)) return false;
  const secret = value.replace(/^(?:bearer|basic|token|apikey)\s+/i, '');
  return isRandomLooking(secret) && !isPlaceholder(secret);
}

function kindOf(name: string): string {
  return /passw|pwd|passphrase/i.test(name)
    ? 'password'
    : /token|auth|bearer|pat$|cookie/i.test(name)
      ? 'token'
      : 'key';
}
