/** True for plain data: an object created by `{}`, a parser or `Object.create(null)`. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
