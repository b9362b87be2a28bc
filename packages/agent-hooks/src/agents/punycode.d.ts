declare module 'punycode/punycode.js' {
  const punycode: { readonly toASCII: (domain: string) => string };
  export default punycode;
}
