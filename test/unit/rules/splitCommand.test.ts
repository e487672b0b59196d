import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'

function splitParts(line: string): string[] {
  return splitCommand(line).parts.map(words => words.map(({ text }) => text).join(' '))
}

describe('a command line', () => {
  it.each([
    ['npm test', ['npm test']],
    ['npm test && curl x', ['npm test', 'curl x']],
    ['a || b; c | d & e', ['a', 'b', 'c', 'd', 'e']],
    ['a\nb', ['a', 'b']],
    ['a |& b', ['a', 'b']],
    ['(cd x && make) && ls', ['cd x', 'make', 'ls']],
    ['echo $(rm x)', ['rm x', 'echo $(rm x)']],
    ['echo "now $(rm x)"', ['rm x', 'echo now $(rm x)']],
    ['echo `rm x`', ['rm x', 'echo `rm x`']],
    ['bash -lc "npm test && ls"', ['npm test', 'ls']],
    ['/bin/sh -c \'rm x\'', ['rm x']],
    ['bash evil -c "npm test"', ['bash evil -c npm test', 'npm test']],
    ['./sh -c "npm test"', ['./sh -c npm test', 'npm test']],
    ['bash --rcfile evil -ic x', ['bash --rcfile evil -ic x', 'x']],
    ['timeout 5 sh -Ec "a; b"', ['timeout 5 sh -Ec a; b', 'a', 'b']],
    ['npm test 2>&1 >/dev/null', ['npm test']],
    ['npm test &>/dev/null', ['npm test']],
    ['CI=1 npm test', ['CI=1 npm test']],
    ['git commit -m \'it && works; $(x)\'', ['git commit -m it && works; $(x)']],
    ['echo a\\;b', ['echo a;b']],
    ['echo "a \\" b"', ['echo a " b']],
  ])('%j is split into its commands', (line, commands) => {
    expect({ parts: splitParts(line), unsure: splitCommand(line).unsure })
      .toEqual({ parts: commands, unsure: undefined })
  })

  it.each([
    'echo x > file',
    'echo x >> ~/.bashrc',
    'cat < file',
    'cat <<EOF\nx\nEOF',
    'cat <<< x',
    'diff <(a) <(b)',
    'a >(b)',
    'cmd >&file',
    '$CMD x',
    '"$CMD" x',
    'l* x',
    '~/x',
    'if true; then rm x; fi',
    'for f in *; do rm $f; done',
    'f() { rm x; }; f',
    '{ rm x; }',
    '! rm x',
    '[[ -f x ]] && y',
    'echo ${x:-$(rm y)}',
    'echo $((1+1))',
    'echo $\'\\x3b\'',
    'echo $"x"',
    'a # b',
    'echo "x',
    'echo \'x',
    'echo \\',
    'a \\\n b',
    '(a',
    'a)',
    'a;;b',
    '&& a',
    'a | | b',
    'ls\u202Ex',
    'ls\u200B x',
    'ls\u00A0x',
    'ls\rx',
    'echo \uD83D',
    '=ls',
    'a=(b c)',
    'bash -c "$X"',
    'echo (a)',
    'time rm x',
    'env -S"rm x"',
    'ls &!touch x',
    'ls &! touch x',
    'ls &!A=1 touch x',
    'ls &!"touch" x',
    'ls &!(touch x)',
    'ls &|touch x',
    'ls & !touch x',
    '(ls)&!touch x',
    'ls;!touch x',
    'echo $(ls &!touch x)',
    'zsh -c "ls &!touch x"',
    'env -iS rm',
    '',
  ])('%j is not fully understood', (line) => {
    expect(splitCommand(line).unsure).toBeDefined()
  })

  it('of any depth and length causes no exception', () => {
    for (const line of [
      '$('.repeat(8_000),
      '('.repeat(8_000),
      '`'.repeat(8_000),
      'x '.repeat(20_000),
      'bash -c \'bash -c "bash -c x"\''.repeat(3),
    ])
      expect(() => splitCommand(line)).not.toThrow()
    expect(splitCommand('$('.repeat(8_000)).unsure).toBeDefined()
  })

  it.skipIf(process.platform === 'win32')('that is understood has the same words as in bash', () => {
    const pieces = [
      'a',
      ' ',
      ' ',
      '\'',
      '"',
      '\\',
      '&&',
      ';',
      '|',
      '\n',
      '$X',
      '=',
      '~',
      '*',
      '{',
      'b,c}',
      '#',
      '!',
      '(',
      ')',
      '2>&1',
      '`',
      '-',
      '1',
      '>',
      '/dev/null',
      'é',
    ]
    let seed = 7
    const pickBelow = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    const lines = Array.from(
      { length: 4_000 },
      () => `p ${Array.from({ length: 1 + pickBelow(9) }, () => pieces[pickBelow(pieces.length)]!).join('')}`,
    )
    const exact = lines.filter((line) => {
      const { parts, unsure } = splitCommand(line)
      return unsure === undefined && parts.length === 1 && parts[0]![0]!.text === 'p' && parts[0]!.every(word => word.isExact)
    })
    expect(exact.length).toBeGreaterThan(200)
    const checked = exact.filter(line => !line.includes('>')).slice(0, 150)
    // One bash for all, with a subshell for each, so that none affects the next.
    const script = ['p() { printf \'%s\\x1f\' "$@"; }', ...checked.map(line => `(eval ${quote(line)})\nprintf '\\x1e'`)].join('\n')
    const output = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const answers = output.split('\u001E')
    const listWords = (line: string): string[] =>
      splitCommand(line).parts[0]!.slice(1).map(({ text }) => `${text}\u001F`)
    expect(checked.map((line, index) => ({ line, words: answers[index] }))).toEqual(
      checked.map(line => ({ line, words: listWords(line).join('') || '\u001F' })),
    )
  })
})

/** Quoted as one word of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll('\'', '\'\\\'\'')}'`
}
