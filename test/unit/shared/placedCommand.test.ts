import { describe, expect, it } from 'vitest'
import { normalizeQuotes } from '../../../src/shared/text/shellQuotes'
import { isSameCommand, type NamedCommand, toPlacedCommand } from '../../../src/shared/toolCall/placedCommand'

const folder = '/home/me/project'

function isSame(shown: NamedCommand, run: NamedCommand & { cwd?: string }): boolean {
  return isSameCommand(toPlacedCommand(shown, folder), toPlacedCommand(run, run.cwd ?? folder))
}

const plain = { command: 'npm test' }

describe('a run matches what was shown', () => {
  it.each<[NamedCommand, NamedCommand & { cwd?: string }]>([
    [plain, { command: 'npm test' }],
    [plain, { command: 'npm', args: ['test'] }],
    [plain, { command: '/bin/bash', args: ['-c', `cd '${folder}' && npm test`] }],
    [plain, { command: '/bin/bash', args: ['-lc', `cd ${folder} && npm test`], cwd: '/home/me' }],
    [plain, { command: 'zsh', args: ['-c', 'npm test'] }],
    [plain, { command: 'dash -c "npm test"' }],
    [plain, { command: `cd "${folder}"; npm test` }],
    [{ command: 'bash -c \'npm test\'' }, { command: '/usr/bin/sh', args: ['-c', 'npm test'] }],
    [{ command: 'echo "a b" \'$c\'' }, { command: 'echo', args: ['a b', '$c'] }],
    [{ command: 'git commit -m "it\'s"' }, { command: 'git', args: ['commit', '-m', 'it\'s'] }],
    [{ command: 'git log --format="%h"' }, { command: 'git', args: ['log', '--format=%h'] }],
    [{ command: 'a "$B" | c' }, { command: 'sh', args: ['-c', 'a "$B" | c'] }],
  ])('%j as %j', (shown, run) => {
    expect(isSame(shown, run)).toBe(true)
  })
})

describe('a leading cd', () => {
  const there = '/home/me/project/sub'
  it.each([
    ['npm test', true],
    ['a && b | c 2>&1', true],
    ['a "x; y & z" \'|| b\' >&2', true],
    ['a $(b) && c', true],
    ['a & b', false],
    ['a &b', false],
    ['true & touch here', false],
    ['a 2>&1 & b', false],
    ['a &> log', false],
    ['a |& b', false],
    ['a || b', false],
    ['a; b', false],
    ['a\nb', false],
    ['echo "$(echo \'a"b\')"; touch here; echo \'\'', false],
    ['echo $\'\\\'\'; touch here; echo \'\'', false],
    ['echo `a`; b', false],
    ['echo a\\" ; b "', false],
  ])('before %j sets the folder of the command: %j', (rest, isFolder) => {
    for (const run of [{ command: `cd ${there} && ${rest}` }, { command: 'sh', args: ['-c', `cd ${there} && ${rest}`] }])
      expect(toPlacedCommand(run, folder).folder).toBe(isFolder ? there : folder)
    expect(toPlacedCommand({ command: `cd ${there} && ${rest}` }, there).folder).toBe(there)
  })
})

describe('a run differs', () => {
  it.each<[string, NamedCommand & { cwd?: string }]>([
    ['by one character', { command: 'npm tesT' }],
    ['by a letter of another alphabet', { command: 'npm t\u0435st' }],
    ['by a hidden character', { command: 'npm test\u200B' }],
    ['by another blank', { command: 'npm  test' }],
    ['by a no-break space', { command: 'npm\u00A0test' }],
    ['by a blank at its end', { command: 'npm test ' }],
    ['by another line', { command: 'npm test\n./evil' }],
    ['by a background job', { command: 'npm test&' }],
    ['by a comment', { command: 'npm test #' }],
    ['by its quotes', { command: '"npm test"' }],
    ['by a variable', { command: 'npm $TEST' }],
    ['by an assignment', { command: 'A=b npm test' }],
    ['by an alias', { command: 'alias npm=./evil\nnpm test' }],
    ['by a function', { command: 'npm() { ./evil; }; npm test' }],
    ['by a backslash that prevents an alias', { command: '\\npm test' }],
    ['by its folder', { command: 'npm test', cwd: '/home/me' }],
    ['by a subfolder', { command: `cd ${folder}/src && npm test` }],
    ['by a relative folder', { command: 'cd . && npm test' }],
    ['by a second folder', { command: `cd ${folder} && cd ${folder} && npm test` }],
    ['by a cd that may fail', { command: `cd ${folder}; npm test`, cwd: '/home/me' }],
    ['by a cd with only an option', { command: 'cd -P && npm test' }],
    ['by a folder from a variable', { command: `cd "$PWD" && npm test` }],
    ['by a cd on a line of its own', { command: `cd ${folder}\n&& npm test` }],
    ['by an interactive shell', { command: 'bash', args: ['-ic', 'npm test'] }],
    ['by options of the shell', { command: 'bash', args: ['-xc', 'npm test'] }],
    ['by two options', { command: 'bash', args: ['-l', '-c', 'npm test'] }],
    ['by an argument for the shell', { command: 'bash', args: ['-c', 'npm test', 'more'] }],
    ['by another shell', { command: 'ksh', args: ['-c', 'npm test'] }],
    ['by a shell with a relative path', { command: './bash', args: ['-c', 'npm test'] }],
    ['by a shell in the folder', { command: `${folder}/bin/sh`, args: ['-c', 'npm test'] }],
    ['by a cd in a background job', { command: `cd ${folder} && true & npm test`, cwd: '/home/me' }],
    ['by a command that runs if cd fails', { command: `cd ${folder} && false || npm test`, cwd: '/home/me' }],
    ['by two shells', { command: 'bash', args: ['-c', 'bash -c "npm test"'] }],
    ['by a command after the shell', { command: 'bash -c "npm test" && ./evil' }],
    ['by a variable in the shell', { command: 'bash -c "npm $TEST"' }],
    ['by a program whose name contains a blank', { command: 'npm test', args: ['more'] }],
  ])('%s', (_, run) => {
    expect(isSame(plain, run)).toBe(false)
  })

  it.each<[string, NamedCommand]>([
    ['echo "$A"', { command: 'echo', args: ['$A'] }],
    ['echo "$A"', { command: 'echo $A' }],
    ['ls *.ts', { command: 'ls', args: ['*.ts'] }],
    ['ls ~', { command: 'ls', args: ['~'] }],
    ['echo {a,b}', { command: 'echo', args: ['{a,b}'] }],
    ['echo a; ls', { command: 'echo', args: ['a;', 'ls'] }],
    ['cat 2>x', { command: 'cat "2">x' }],
    ['echo a\\\nb', { command: 'echo ab' }],
    ['if true; then ls; fi', { command: '"if" true; then ls; fi' }],
    ['then', { command: '"then"' }],
    ['echo $\'a\'', { command: 'echo $a' }],
  ])('if quotes change the meaning of %j', (shown, run) => {
    expect(isSame({ command: shown }, run)).toBe(false)
  })
})

it('keeps the quotes of a line that is not fully understood', () => {
  for (const line of ['echo $(ls "a")', 'echo `ls "a"`', 'cat <<"A"\n"b"\nA', 'echo "a', 'echo \'a', 'echo "a" # "b"', 'echo "a"\\'])
    expect(normalizeQuotes(line)).toBe(line)
})
