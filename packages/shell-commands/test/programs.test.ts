import { describe, expect, test } from 'vitest';
import { findFacts, programFamilies } from '../src/programs/find-facts.ts';
import { listFacts, optionLists, optionName, splitOptions } from './support/list-facts.ts';

const roles = /^(read|write|search|list|tree|text|address)$/;

describe('facts about programs', () => {
  test('each program is in one family', () => {
    const names = programFamilies.flatMap((family) => Object.keys(family));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('an option is a dash and a name, or the sign that words begin with', () => {
    const wrong = listOptions().filter(({ option }) => !/^(-{1,2}[^\s=-][^\s=]*(=|==|=\?)?|[+@])$/.test(option));
    expect(wrong).toEqual([]);
  });

  test('an option of a program is in one list, once', () => {
    const twice = listFacts().flatMap(({ name, facts }) => {
      const options = optionLists.flatMap((list) => splitOptions(facts[list])).map(optionName);
      return options.filter((option, index) => options.indexOf(option) !== index).map((option) => `${name} ${option}`);
    });
    expect(twice).toEqual([]);
  });

  test('a role of an operand is known, and only the last has a star', () => {
    const wrong = listFacts().filter(({ facts }) => {
      const words = facts.operands?.split(' ') ?? [];
      const starred = words.findIndex((word) => word.endsWith('*'));
      const open = starred !== -1 && starred < words.length - 2;
      return open || words.some((word) => !roles.test(word.replace('*', '')));
    });
    expect(wrong).toEqual([]);
  });

  test('a program with a script, or whose first operand can be replaced, has operands', () => {
    const wrong = listFacts().filter(
      ({ facts }) => (facts.script ?? facts.replacesFirst) !== undefined && !facts.operands?.startsWith('text'),
    );
    expect(wrong).toEqual([]);
  });

  test('an option for a script replaces the first operand, and is in no other list', () => {
    const wrong = listFacts().flatMap(({ name, facts }) => {
      const listed = optionLists.flatMap((list) => splitOptions(facts[list]));
      return splitOptions(facts.script?.options || undefined)
        .filter((option) => listed.includes(option) || !splitOptions(facts.replacesFirst).includes(optionName(option)))
        .map((option) => `${name} ${option}`);
    });
    expect(wrong).toEqual([]);
  });

  test('of a program that can do anything, nothing else is said', () => {
    const wrong = listFacts().filter(({ facts }) => facts.anything && Object.keys(facts).length > 1);
    expect(wrong).toEqual([]);
  });
});

describe('findFacts', () => {
  test('a version may follow the name of a program that can do anything', () => {
    expect(['python3', 'python3.12', 'gcc-13', 'pip3', 'lua5.4'].map(findFacts)).toEqual(
      Array.from({ length: 5 }, () => ({ anything: true })),
    );
  });

  test('of another program with a number at its end, nothing is known', () => {
    expect(['cat2', 'git-2', 'constructor', ''].map(findFacts)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

function listOptions(): readonly { readonly name: string; readonly option: string }[] {
  return listFacts().flatMap(({ name, facts }) => {
    const lists = optionLists.flatMap((list) => splitOptions(facts[list]));
    const others = [...splitOptions(facts.replacesFirst)];
    return [...lists, ...others].map((option) => ({ name, option }));
  });
}
