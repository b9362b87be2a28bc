import { extend, lazy } from '@modegate/json';
import { describe, expect, test, vi } from 'vitest';

describe('lazy', () => {
  test('lazy computes a value once, even undefined', () => {
    const compute = vi.fn(() => undefined);
    const value = lazy(compute);
    expect(compute).not.toHaveBeenCalled();
    expect([value(), value()]).toEqual([undefined, undefined]);
    expect(compute).toHaveBeenCalledOnce();
  });

  test('lazy computes again after an error', () => {
    const compute = vi.fn().mockImplementationOnce(() => {
      throw new Error('once');
    });
    const value = lazy(compute);
    expect(value).toThrow('once');
    expect(value()).toBeUndefined();
  });
});

describe('extend', () => {
  test('extend copies getters without calling them and replaces members', () => {
    const compute = vi.fn(() => 1);
    const base = {
      get slow() {
        return compute();
      },
      kept: 1,
      replaced: 1,
    };
    const copy = extend(base, { replaced: 2 });
    expect(compute).not.toHaveBeenCalled();
    expect(copy).toEqual({ slow: 1, kept: 1, replaced: 2 });
    expect(base.replaced).toBe(1);
  });
});
