import { describe, expect, test } from 'vitest';
import { findFacts, programFamilies } from '../src/programs/find-facts.ts';
import { proofs } from './programs/proofs.ts';
import { unproven } from './programs/unproven.ts';
import { listFacts, optionLists, optionName, splitOptions } from './support/list-facts.ts';
import { listRows } from './support/list-rows.ts';

const roles = /^(read|write|search|list|tree|text|address)$/;

describe('facts about programs', () => {
  test('each program is in one family', () => {
    const names = programFamilies.flatMap((family) => Object.keys(family));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('a program name is in lower case, the form used for look-ups', () => {
    const names = programFamilies.flatMap((family) => Object.keys(family));
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
  });

  test('an option is a dash and a name, or the sign with which words begin', () => {
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

  test('each role of an operand is known, and only the last one has a star', () => {
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

  test('the facts of a program that can do anything list only options that choose what it runs', () => {
    const isOther = (key: string) => key !== 'anything' && key !== 'runs';
    const wrong = listFacts().filter(({ facts }) => facts.anything && Object.keys(facts).some(isOther));
    expect(wrong).toEqual([]);
  });
});

describe('findFacts', () => {
  test('findFacts accepts a version after the name of a program that can do anything', () => {
    expect(['python3', 'python3.12', 'gcc-13', 'pip3', 'lua5.4'].map(findFacts)).toEqual(
      Array.from({ length: 5 }, () => ({ anything: true })),
    );
  });

  test('findFacts knows nothing about another program with a number at its end', () => {
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

describe('proofs', () => {
  const proved = proofs.flatMap(({ name, options }) =>
    options.split(' ').map((option) => `${name} ${optionName(option)}`),
  );

  test('each option that runs or writes is proved by a run or listed as unproven', () => {
    const known = new Set([...proved, ...unproven.flatMap(({ rows }) => rows)]);
    const missing = listRows().flatMap(({ names, rows }) =>
      rows.filter((row) => !names.some((name) => known.has(`${name} ${row}`))).map((row) => `${names[0]} ${row}`),
    );
    expect(missing).toEqual([]);
  });

  test('the list of unproven options has no row that is proved or unknown', () => {
    const rows = new Set(
      listRows().flatMap(({ names, rows }) => names.flatMap((name) => rows.map((row) => `${name} ${row}`))),
    );
    const stale = unproven.flatMap(({ rows: listed }) =>
      listed.filter((row) => proved.includes(row) || !rows.has(row)),
    );
    expect(stale).toEqual([]);
  });

  test('each proof is about existing facts', () => {
    const names = new Map(listFacts().map(({ name, facts }) => [name, facts]));
    const unknown = proofs.filter(({ name, options }) => {
      const facts = names.get(name);
      if (facts === undefined) return true;
      const listed = [
        ...optionLists.flatMap((list) => splitOptions(facts[list])),
        ...splitOptions(facts.replacesFirst),
        ...splitOptions(facts.script?.options || undefined),
      ].map(optionName);
      return options
        .split(' ')
        .map(optionName)
        .some((option) => !listed.includes(option) && !listed.includes(`-${option}`) && !Object.hasOwn(facts, option));
    });
    expect(unknown).toEqual([]);
  });
});
