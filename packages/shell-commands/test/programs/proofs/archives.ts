import type { Proof } from '../../support/run-proof.ts';
import { library } from './library.ts';

const files = { a: 'one\n', 'below/c': 'three\n', 'out/old': '' };

/** Proofs for programs that pack, unpack and compress. */
export const archiveProofs: readonly Proof[] = [
  ...tarProofs(),
  ...zipProofs(),
  ...compressorProofs('gzip', 'gz'),
  ...compressorProofs('bzip2', 'bz2').filter(({ options }) => !/-l/.test(options)),
  ...compressorProofs('pigz', 'gz'),
  ...compressorProofs('xz', 'xz'),
  ...sevenZipProofs(),
  ...cpioProofs(),
  ...zstdProofs(),
  ...arProofs(),
];

function tarProofs(): readonly Proof[] {
  const archive = { files, setUp: 'tar cf a.tar a below; rm a' };
  const creation = { files, run: 'tar -c -f a.tar OPTION=PROBE a', effect: 'runs' } as const;
  return [
    { ...creation, name: 'tar', options: '--use-compress-program' },
    { ...creation, name: 'tar', options: '-I', run: 'tar -cf a.tar OPTION PROBE a' },
    {
      ...creation,
      name: 'tar',
      options: '--checkpoint-action',
      run: 'tar cf a.tar a --checkpoint=1 OPTION=exec=PROBE',
    },
    { ...creation, name: 'tar', options: '--to-command', ...archive, run: 'tar xf a.tar OPTION=PROBE' },
    {
      ...creation,
      name: 'tar',
      options: '-F --info-script --new-volume-script',
      run: 'yes x | head -c 50000 > a; tar -c -M -L 10 -f a.tar OPTION PROBE a',
    },
    {
      name: 'tar',
      options: '-T --files-from',
      run: 'tar -cf a.tar OPTION list; tar -tf a.tar | grep -q below/c && : > new',
      files: { ...files, list: 'below/c\n' },
      effect: { writes: 'new' },
    },
    { name: 'tar', options: '-f --file', run: 'tar -c OPTION new.tar a', files, effect: { writes: 'new.tar' } },
    {
      name: 'tar',
      options: '-P --absolute-names',
      run: 'cd below && tar -x OPTION -f ../a.tar',
      files,
      setUp: 'tar -cPf a.tar "$PWD/a"; rm a',
      effect: { writes: 'a' },
    },
    {
      name: 'tar',
      options: '-g --listed-incremental',
      run: 'tar -c -f a.tar OPTION new a',
      files,
      effect: { writes: 'new' },
    },
    { name: 'tar', options: '--index-file', ...archive, run: 'tar -tvf a.tar OPTION=new', effect: { writes: 'new' } },
    {
      name: 'tar',
      options: '--one-top-level',
      ...archive,
      run: 'tar -xf a.tar OPTION=new',
      effect: { writes: 'new/a' },
    },
    {
      name: 'tar',
      options: '--volno-file',
      run: 'yes x | head -c 20000 > a; tar -c -M -L 10 -f a.tar OPTION=new -F "echo a2.tar >&$TAR_FD; :" a',
      files,
      effect: { writes: 'new' },
    },
    { name: 'tar', options: '-x --extract --get x', ...archive, run: 'tar OPTION -f a.tar', effect: { writes: 'a' } },
    {
      name: 'tar',
      options: '-C --directory',
      ...archive,
      run: 'tar -xf a.tar OPTION out',
      effect: { writes: 'out/a' },
    },
    { name: 'tar', options: 'bareOptions', ...archive, run: 'tar xfC a.tar out', effect: { writes: 'out/a' } },
    { name: 'tar', options: '--remove-files', run: 'tar -cf a.tar OPTION below', files, effect: { writes: 'below/c' } },
    {
      name: 'tar',
      options: '-d -t --compare --diff --list --test-label',
      ...archive,
      run: 'tar OPTION -f a.tar',
      effect: 'nothing',
    },
  ];
}

function zipProofs(): readonly Proof[] {
  const archive = { files, setUp: 'zip -r a.zip a below; rm a' };
  return [
    { name: 'zip', options: 'operands', run: 'zip new.zip a', files, effect: { writes: 'new.zip' } },
    {
      name: 'zip',
      options: '-T --test',
      run: 'zip OPTION new.zip a',
      files: { ...files, 'bin/unzip': '#!/bin/sh\nPROBE\n' },
      effect: 'runs',
    },
    { name: 'zip', options: '-TT --unzip-command', run: 'zip -T OPTION PROBE new.zip a', files, effect: 'runs' },
    {
      name: 'zip',
      options: '-O --out --output-file',
      ...archive,
      run: 'zip a.zip OPTION new.zip below/c',
      effect: { writes: 'new.zip' },
    },
    {
      name: 'zip',
      options: '-lf --logfile-path',
      run: 'zip OPTION new.log new.zip a',
      files,
      effect: { writes: 'new.log' },
    },
    { name: 'zip', options: '-l', run: 'zip -rlf new.log new.zip a', files, effect: { writes: 'new.log' } },
    {
      name: 'unzip',
      options: '-:',
      run: 'mkdir in; cd in; unzip OPTION ../up.zip',
      files,
      setUp: 'cd below; zip ../up.zip ../a; rm ../a',
      effect: { writes: 'a' },
    },
    { name: 'zip', options: '-m --move', run: 'zip OPTION new.zip a', files, effect: { writes: 'a' } },
    {
      name: 'zip',
      options: '-r --recurse-paths',
      run: 'zip OPTION new.zip below && unzip -p new.zip below/c | grep -q three && : > seen',
      files,
      effect: { writes: 'seen' },
    },
    { name: 'unzip', options: 'writesFolder', ...archive, run: 'unzip a.zip', effect: { writes: 'a' } },
    { name: 'unzip', options: '-d', ...archive, run: 'unzip a.zip OPTION out', effect: { writes: 'out/a' } },
    { name: 'unzip', options: '-Z -c -l -p -t -v -z', ...archive, run: 'unzip OPTION a.zip', effect: 'nothing' },
    { name: 'unzip', options: '-l', ...archive, run: 'unzip a.zip OPTION a', effect: { writes: 'a' } },
  ];
}

function compressorProofs(name: string, ending: string): readonly Proof[] {
  const archive = { files, setUp: `${name} -k a` };
  return [
    { name, options: 'operands', run: `${name} a`, files, effect: { writes: 'a' } },
    { name, options: '-c --stdout', run: `${name} OPTION a`, files, effect: 'nothing' },
    { name, options: '-t --test', ...archive, run: `${name} OPTION a.${ending}`, effect: 'nothing' },
    { name, options: '-l --list', ...archive, run: `${name} OPTION a.${ending}`, effect: 'nothing' },
    ...(name === 'bzip2'
      ? []
      : [{ name, options: '--to-stdout', run: `${name} OPTION a`, files, effect: 'nothing' as const }]),
  ];
}

function zstdProofs(): readonly Proof[] {
  const archive = { files, setUp: 'zstd -q -k a' };
  const training = {
    name: 'zstd',
    setUp: `awk 'BEGIN { for (i = 1; i < 200; i++) { for (j = i; j < i + 300; j++) print j > "s" i; close("s" i) } }'`,
    effect: { writes: 'dictionary' },
  };
  return [
    { name: 'zstd', options: 'operands', run: 'zstd -q --rm a', files, effect: { writes: 'a' } },
    { name: 'zstd', options: '-o', run: 'zstd -q -c a OPTION new', files, effect: { writes: 'new' } },
    {
      name: 'zstd',
      options: '--output-dir-flat --output-dir-mirror',
      run: 'zstd -q OPTION out a',
      files,
      effect: { writes: 'out/a.zst' },
    },
    { name: 'zstd', options: '--trace', run: 'zstd -q OPTION new a', files, effect: { writes: 'new' } },
    { ...training, options: '--train --train-legacy', run: 'zstd -q OPTION s* --maxdict=1000' },
    { ...training, options: '--train-cover --train-fastcover', run: 'zstd -q OPTION=k=50,d=8 s* --maxdict=1000' },
    { name: 'zstd', options: '-t --test -l --list', ...archive, run: 'zstd -q OPTION a.zst', effect: 'nothing' },
  ];
}

function arProofs(): readonly Proof[] {
  const archive = { files, setUp: 'ar rc a.a a; rm a' };
  return [
    { name: 'ar', options: 'operands', run: 'ar rc new.a a', files, effect: { writes: 'new.a' } },
    { name: 'ar', options: '-x x', ...archive, run: 'ar OPTION a.a', effect: { writes: 'a' } },
    { name: 'ar', options: '--output', ...archive, run: 'ar OPTION=out x a.a', effect: { writes: 'out/a' } },
    {
      name: 'ar',
      options: '-M',
      run: 'echo "CREATE new.a\nADDMOD a\nSAVE\nEND" | ar OPTION',
      files,
      effect: { writes: 'new.a' },
    },
    { name: 'ar', options: '--plugin', run: 'ar OPTION "$PWD/x.so" rc new.a x.so', setUp: library, effect: 'runs' },
    {
      name: 'ar',
      options: '@',
      run: 'ar @options',
      files: { ...files, options: 'rc new.a a' },
      effect: { writes: 'new.a' },
    },
    {
      name: 'ar',
      options: '-a -b -i',
      run: 'ar r$(echo OPTION | tr -d -) a new.a below/c',
      setUp: 'ar rc new.a a',
      files,
      effect: { writes: 'new.a' },
    },
    { name: 'ar', options: '-N', run: 'ar dN 1 new.a a', setUp: 'ar rc new.a a', files, effect: { writes: 'new.a' } },
    { name: 'ar', options: '-p -t', ...archive, run: 'ar OPTION a.a', effect: 'nothing' },
  ];
}

function sevenZipProofs(): readonly Proof[] {
  const archive = { files, setUp: '7z a a.7z a below && rm a' };
  return [
    { name: '7z a', options: 'operands', run: '7z a new.7z a', files, effect: { writes: 'new.7z' } },
    { name: '7z a', options: '-sdel', run: '7z a OPTION new.7z a', files, effect: { writes: 'a' } },
    {
      name: '7z a',
      options: '@',
      run: '7z a new.7z @list; 7z l new.7z | grep -q c && : > seen',
      files: { ...files, list: 'below/c\n' },
      effect: { writes: 'seen' },
    },
    {
      name: '7z a',
      options: '-i',
      run: '7z a new.7z OPTION@list; 7z l new.7z | grep -q c && : > seen',
      files: { ...files, list: 'below/c\n' },
      effect: { writes: 'seen' },
    },
    { name: '7z e', options: 'writesFolder', ...archive, run: '7z x a.7z', effect: { writes: 'a' } },
    { name: '7z e', options: '-o', ...archive, run: '7z x a.7z OPTIONout', effect: { writes: 'out/a' } },
  ];
}

function cpioProofs(): readonly Proof[] {
  const archive = { files, setUp: 'echo a | cpio -o > a.cpio; rm a' };
  return [
    {
      name: 'cpio',
      options: '--rsh-command',
      run: 'echo a | cpio -o -F 127.0.0.1:x OPTION=PROBE',
      files,
      effect: 'runs',
    },
    { name: 'cpio', options: '-F -O --file', run: 'echo a | cpio -o OPTION new', files, effect: { writes: 'new' } },
    { name: 'cpio', options: '-i --extract', ...archive, run: 'cpio OPTION < a.cpio', effect: { writes: 'a' } },
    {
      name: 'cpio',
      options: '-p --pass-through operands',
      run: 'echo a | cpio $(echo OPTION | sed s/operands/-p/) out',
      files,
      effect: { writes: 'out/a' },
    },
  ];
}
