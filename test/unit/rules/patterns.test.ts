import type { CommandContext } from '../../../src/main/rules/alwaysAsk'
import type { CommandPlace } from '../../../src/main/rules/trackFolders'
import type { Rule } from '../../../src/shared/settings/rules'
import { describe, expect, it } from 'vitest'
import { findAskReason } from '../../../src/main/rules/alwaysAsk'
import { judge } from '../../../src/main/rules/judge'
import { expandBraces } from '../../../src/main/rules/match/expandPattern'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'
import { isProtected } from '../../../src/main/workspace/protectedNames'
import { isWithin } from '../../../src/shared/paths'

const folder = '/home/me/app'
/** Content of folders; the others are empty. */
const contents: Readonly<Record<string, readonly string[]>> = {
  '.': ['src', 'sub', 'docs', 'plain', 'dashes', 'long', 'server.pem', 'id_rsa', 'AGENTS.md', 'linked', 'x.ts', 'y.ts', '.github'],
  './src': ['a.ts', 'b.ts', 'deep'],
  './src/deep': ['c.ts', 'tls.key'],
  './sub': ['.env', 'main.py'],
  './docs': ['a.md', 'Claude.md'],
  './plain': ['a', 'b'],
  './dashes': ['-rf', '--', 'a'],
  './.github': ['workflows'],
  './.github/workflows': ['ci.yml'],
  './long': Array.from({ length: 1_500 }, (_, number) => `m${number}`),
}
const place = {
  home: '/home/me',
  folders: [folder],
  cwd: folder,
  realPath: (path: string) => path === `${folder}/linked` ? `${folder}/server.pem` : path,
  isInside: (path: string) => isWithin(path, folder, 'linux'),
  namesIn: (path: string) => contents[path.replace(folder, '.')] ?? [],
  isProtected: (path: string) => isProtected(path, 'command'),
}

function run(commandLine: string, ...rules: readonly Omit<Rule, 'effect'>[]): string | undefined {
  return runAt(place, commandLine, ...rules)
}

function runAt(
  place: CommandPlace & Pick<CommandContext, 'isProtected'>,
  commandLine: string,
  ...rules: readonly Omit<Rule, 'effect'>[]
): string | undefined {
  const command = splitCommand(commandLine)
  return judge(rules.map((rule, index) => ({ effect: 'allow', ...rule, ruleId: index, createdAt: 0 })), {
    agentId: 'claude',
    folders: [folder],
    kind: 'execute',
    paths: [],
    command,
    place,
    alwaysAsk: findAskReason(command.parts, place),
  })?.effect
}

const skipping = { ...place, starsSkipHidden: true }
const widenings = [{}, { anyOption: true }, { anyPlace: true }, { anyOption: true, anyPlace: true }]

describe('a name that a pattern matches is judged as if it had been typed', () => {
  it.each([
    ['cat server.pem', 'cat'],
    ['cat s*', 'cat'],
    ['cat *', 'cat'],
    ['cat ./s*', 'cat'],
    [`cat ${folder}/s*`, 'cat'],
    ['cat [s]erver.pem', 'cat'],
    ['cat [!a]erver.pem', 'cat'],
    ['cat ?erver.pem', 'cat'],
    ['cat S*', 'cat'],
    ['cat x.ts s*', 'cat'],
    ['cat *.p?m', 'cat'],
    ['cat "se"*', 'cat'],
    ['cat -- s*', 'cat'],
    ['cat ^x.ts', 'cat'],
    ['grep KEY *', 'grep'],
    ['head i*', 'head'],
    ['cat l*d', 'cat'],
    ['tee A*', 'tee'],
    ['tee docs/*', 'tee'],
    ['tee d*/C*', 'tee'],
    ['cat */*.key', 'cat'],
    ['cat src/deep/*', 'cat'],
    ['cat src/**/*.key', 'cat'],
    ['cat src/**', 'cat'],
    ['tee .g*/workflows/x', 'tee'],
    ['cat {server,x}.pem', 'cat'],
    ['cat {x.ts,s*}', 'cat'],
    ['cat {x,{y,id_rs}}a', 'cat'],
    ['cat sub/{,.}e*', 'cat'],
    ['cat id_rs{a..b}', 'cat'],
    ['cd src && cat deep/t*', 'cat'],
    ['cd src/deep && cat t*', 'cat'],
    ['cat long/*', 'cat'],
    ['cat x.ts; cat s*', 'cat'],
    ['sh -c "cat s*"', 'cat'],
    ['cat $(echo s*)', 'cat'],
    ['rm dashes/../dashes/*', 'rm'],
    ['cd dashes && rm *', 'rm'],
    ['cd dashes && rm ?r*', 'rm'],
    ['cd dashes && rm [-]rf', 'rm'],
    ['cd dashes && rm {-rf,a}', 'rm'],
    ['cd dashes && rm {--,a} -rf', 'rm'],
    ['cd dashes && rm -*', 'rm'],
  ])('%j needs permission, however wide the star', (commandLine, program) => {
    for (const widening of widenings)
      expect(run(commandLine, { command: `${program} *`, ...widening }, { command: 'cd *' }, { command: 'echo *' })).not.toBe('allow')
    expect(run(commandLine, { command: '*' })).not.toBe('allow')
  })

  it.each(['cat sub/*', 'cat */*', 'cat **', 'cat sub/?env', 'cat sub/[.]env', 'tee *thub/*/ci.yml', 'cat sub/"*"*'])(
    '%j needs permission, unless stars skip hidden names in every shell here',
    (commandLine) => {
      const rules = ['cat *', 'tee *'].map(command => ({ command }))
      const shown: typeof contents = { ...contents, './src/deep': ['c.ts'], '.': ['sub', '.github'] }
      const namesIn = (path: string): readonly string[] => shown[path.replace(folder, '.')] ?? []
      expect(runAt({ ...place, namesIn }, commandLine, ...rules)).toBe('ask')
      expect(runAt({ ...skipping, namesIn }, commandLine, ...rules)).toBe('allow')
    },
  )

  it.each(['cat sub/.*', 'cat sub/.e*', 'cat {sub/.e,x}*', 'cat sub/{.,x}*', 'tee .[g]*/workflows/ci.yml', 'cat sub/".e"*'])(
    '%j needs permission because its dot is literal',
    commandLine => expect(runAt(skipping, commandLine, { command: '*' }, { command: 'cat *' })).not.toBe('allow'),
  )

  it.each([
    ['cat *.ts', 'cat'],
    ['cat src/*.ts', 'cat'],
    ['cat x*', 'cat'],
    ['cat plain/*', 'cat'],
    ['cat p*/a', 'cat'],
    ['cat docs/a*', 'cat'],
    ['cat {x,y}.ts', 'cat'],
    ['cat src/{a,b}.ts', 'cat'],
    ['cat src/**/*.ts', 'cat'],
    ['rm dashes/*', 'rm'],
    ['echo "done? *"', 'echo'],
    ['git show HEAD^', 'git show'],
    ['git show HEAD^:src/a.ts', 'git show'],
  ])('%j needs no permission, as it matches nothing protected and no option', (commandLine, program) => {
    expect(run(commandLine, { command: `${program} *` })).toBe('allow')
    expect(run(commandLine, { command: '*' })).toBe('allow')
  })

  it.each(['echo "exit $?"', 'echo "$HOME *"', 'grep x --include=*.ts src', 'ls $HOME'])('%j contains no pattern', (commandLine) => {
    expect(run(commandLine, { command: '*' })).toBe('allow')
  })
})

it('braces expand to all their words, or to an unknown result if those are too many', () => {
  expect(expandBraces('a{b,c{d,e}}')?.toSorted()).toEqual(['ab', 'acd', 'ace'])
  expect([expandBraces('{}'), expandBraces('{a}'), expandBraces('{1..3}')]).toEqual([['{}'], ['{a}'], undefined])
  expect(expandBraces('{a,b}'.repeat(20))).toBeUndefined()
})
