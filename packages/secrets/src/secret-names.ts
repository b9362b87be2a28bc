// Names of numeric limits, such as maxTokens, end in a plural and are not secrets.
const SECRET_ENDING =
  /(?:apikey|accesskey|accesskeyid|secretkey|privatekey|signingkey|encryptionkey|authkey|token|secret|password|passwd|passphrase|credential|credentials|jsoncredentials|authorization|cookie|bearer|clientsecret)$/;
// The last one is a setting of Roo Code.
const SECRET_WORDS: ReadonlySet<string> = new Set(
  'secrets pwd pass auth tokens cookies apikeys codeindexopenaikey'.split(' '),
);
const SECRET_IN_HEADERS = /auth|key|token|secret|cookie|password|credential|session|signature/;

/** True if a field with this name probably contains a secret. Ignores case, `-`, `_`, `.` and blanks. */
export function isSecretName(name: string): boolean {
  const folded = fold(name);
  return SECRET_WORDS.has(folded) || SECRET_ENDING.test(folded);
}

/** Works like {@link isSecretName}, but for HTTP headers or environment variables, whose names vary more. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || SECRET_IN_HEADERS.test(fold(name));
}

/** True if an object with this name contains headers or environment variables. */
export function holdsHeaders(name: string): boolean {
  return /headers?$|^env$|environment$/.test(fold(name));
}

function fold(name: string): string {
  // No secret has a name longer than this, but names can be as long as a frame.
  return name
    .slice(-200)
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, '');
}
