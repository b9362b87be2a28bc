/** The settings of Roo Code 3.52 and its relatives that hold a secret. */
const secretSettings: readonly string[] = [
  'apiKey',
  'awsAccessKey',
  'awsApiKey',
  'awsSecretKey',
  'awsSessionToken',
  'basetenApiKey',
  'codeIndexOpenAiKey',
  'codeIndexQdrantApiKey',
  'codebaseIndexGeminiApiKey',
  'codebaseIndexMistralApiKey',
  'codebaseIndexOpenAiCompatibleApiKey',
  'codebaseIndexOpenRouterApiKey',
  'codebaseIndexVercelAiGatewayApiKey',
  'deepSeekApiKey',
  'fireworksApiKey',
  'geminiApiKey',
  'litellmApiKey',
  'minimaxApiKey',
  'mistralApiKey',
  'moonshotApiKey',
  'ollamaApiKey',
  'openAiApiKey',
  'openAiNativeApiKey',
  'openRouterApiKey',
  'openRouterImageApiKey',
  'requestyApiKey',
  'sambaNovaApiKey',
  'unboundApiKey',
  'vercelAiGatewayApiKey',
  'xaiApiKey',
  'zaiApiKey',
];

const known: ReadonlySet<string> = new Set(secretSettings.map(fold));

// Counts such as maxTokens end in the plural and are not secrets.
const SECRET_ENDING =
  /(?:apikey|accesskey|accesskeyid|secretkey|privatekey|signingkey|encryptionkey|authkey|token|secret|password|passwd|passphrase|credential|credentials|jsoncredentials|authorization|cookie|bearer|clientsecret)$/;
const SECRET_WORDS: ReadonlySet<string> = new Set(['secrets', 'pwd', 'pass', 'auth', 'tokens', 'cookies', 'apikeys']);
const SECRET_IN_HEADERS = /auth|key|token|secret|cookie|password|credential|session|signature/;

/** Whether a field of this name is taken to hold a secret. Case, `-`, `_`, `.` and blanks do not count. */
export function isSecretName(name: string): boolean {
  const folded = fold(name);
  return known.has(folded) || SECRET_WORDS.has(folded) || SECRET_ENDING.test(folded);
}

/** The same for the fields of an object that holds HTTP headers or environment variables, where names are freer. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || SECRET_IN_HEADERS.test(fold(name));
}

/** Whether an object under this name holds headers or environment variables. */
export function holdsHeaders(name: string): boolean {
  return /headers?$|^env$|environment$/.test(fold(name));
}

function fold(name: string): string {
  // No name of a secret is longer, and a name may be as long as a frame.
  return name
    .slice(-200)
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, '');
}
