import type { Rule } from '../../../src/shared/settings/rules'
import { describe, expect, it } from 'vitest'
import { findRuleFault } from '../../../src/main/rules/describeRule'
import { judge } from '../../../src/main/rules/judge'
import { powerfulPrograms } from '../../../src/main/rules/powerfulPrograms'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'
import { isWithin } from '../../../src/shared/paths'

const folder = '/home/me/app'
/** Targets of links. */
const links: Readonly<Record<string, string>> = { 'notes.txt': '/etc/shadow', 'away': '/srv', 'sub/evil': '/home/me/.bashrc' }
/** Content of folders; the others are empty. */
const contents: Readonly<Record<string, readonly string[]>> = {
  '.': ['src', 'sub', 'docs', 'away', 'notes.txt', 'more', 'many'],
  './src': ['a.ts', 'b.ts', '.hidden'],
  './sub': ['evil', 'c.ts'],
  './docs': ['-rf', 'a.md'],
  './more': ['-x'],
  './many': Array.from({ length: 1_500 }, (_, number) => `m${number}`),
}
function realPath(path: string): string {
  const link = Object.keys(links).find(name => isWithin(path, `${folder}/${name}`, 'linux'))
  return link === undefined ? path : path.replace(`${folder}/${link}`, links[link]!)
}
const place = {
  home: '/home/me',
  folders: [folder],
  cwd: folder,
  realPath,
  isInside: (path: string) => isWithin(realPath(path), folder, 'linux'),
  namesIn: (path: string) => contents[path.replace(folder, '.')] ?? [],
}

function isAllowed(commandLine: string, command: string, widening: Pick<Rule, 'anyOption' | 'anyPlace'> = {}): boolean {
  const rule: Rule = { effect: 'allow', command, ...widening }
  return judge([{ ...rule, ruleId: 1, createdAt: 0 }], {
    agentId: 'claude',
    folders: [folder],
    kind: 'execute',
    paths: [],
    command: splitCommand(commandLine),
    place,
  })?.effect === 'allow'
}

describe('a plain star', () => {
  it.each([
    ['cat src/a.ts', 'cat *'],
    ['cat a b', 'cat *'],
    ['cat', 'cat *'],
    [`cat ${folder}/src/a.ts`, 'cat *'],
    ['cat ../app/a', 'cat *'],
    ['cat -- -n', 'cat *'],
    ['cat -', 'cat *'],
    ['npm test a.test.js', 'npm test *'],
    ['git log main', 'git log *'],
    ['git diff main:src/a.ts', 'git diff *'],
    ['git add src/a.ts', 'git add *'],
    ['npx tsc a.ts', 'npx tsc *'],
    ['python3 -m pytest tests/a.py', 'python3 -m pytest *'],
    ['node scripts/check.js a', 'node scripts/check.js *'],
    ['git commit -m "fix: read a/b, then c"', 'git commit -m *'],
    ['echo "10:30 = now"', 'echo *'],
    ['git show HEAD^', 'git show *'],
    ['git diff HEAD^^ main', 'git diff *'],
    ['cat src/*', 'cat *'],
    ['cat src/*.ts "src"/?.ts', 'cat *'],
    ['cat s*/a.ts', 'cat *'],
    ['cat docs/*.md', 'cat *'],
    ['cat none/*.md', 'cat *'],
    [`cat ${folder}/src/[ab].ts`, 'cat *'],
    ['cat src/**', 'cat *'],
    ['cat src/{a,b}.ts', 'cat *'],
  ])('%j is matched by %j', (commandLine, command) => {
    expect(isAllowed(commandLine, command)).toBe(true)
  })

  it.each([
    ['cat /etc/shadow', 'cat *'],
    ['cat notes.txt', 'cat *'],
    ['cat src/../a', 'cat *'],
    ['cat away/x', 'cat *'],
    ['cat ../other/a', 'cat *'],
    ['cat src/../../other/a', 'cat *'],
    ['cat ~/.config/gh/hosts.yml', 'cat *'],
    ['cat "~/x"', 'cat *'],
    ['cat /proc/1/environ', 'cat *'],
    ['cat file:///etc/passwd', 'cat *'],
    ['cat file:%2fetc%2fpasswd', 'cat *'],
    ['cat x=/etc/passwd', 'cat *'],
    ['cat a:/etc/passwd:b', 'cat *'],
    ['cat @/etc/passwd', 'cat *'],
    ['cat a,/etc/passwd', 'cat *'],
    ['cat -- /etc/passwd', 'cat *'],
    ['cat $FILE', 'cat *'],
    ['cat "$FILE"', 'cat *'],
    ['cat n*', 'cat *'],
    ['cat *', 'cat *'],
    ['cat N*', 'cat *'],
    ['cat sub/*', 'cat *'],
    ['cat */a.ts', 'cat *'],
    ['cat a*/x', 'cat *'],
    ['cat src/.*', 'cat *'],
    ['cat ..*/x', 'cat *'],
    ['cat src/*/../../../x', 'cat *'],
    ['cat ../*', 'cat *'],
    ['cat /etc/*', 'cat *'],
    ['cat ~/*', 'cat *'],
    ['cat src/$X*', 'cat *'],
    ['cat many/*', 'cat *'],
    ['cat -*', 'cat *'],
    ['cd docs && cat *', 'cat *'],
    ['cd more && cat ?x', 'cat *'],
    ['find src/*', 'find *'],
    ['git show HEAD^:/etc/*', 'git show *'],
    ['git show ^/etc/passwd', 'git show *'],
    ['cat {a,/etc/passwd}', 'cat *'],
    ['cd .. && cat a', 'cat *'],
    ['cat -n a', 'cat *'],
    ['git diff --output=x', 'git diff *'],
    ['git diff --no-index a b', 'git diff *'],
    ['git show HEAD:../../x', 'git show *'],
    ['npm test --node-options=--require=./x.cjs', 'npm test *'],
    ['npm test -- --config=x', 'npm test *'],
    ['cargo test -- --nocapture', 'cargo test *'],
    ['make test --eval=x', 'make test *'],
    ['make test SHELL=./x', 'make test *'],
    ['sort a', 'sort *'],
    ['find . -exec x', 'find *'],
    ['find x', 'find *'],
    ['sed "1e x" a', 'sed *'],
    ['awk "BEGIN{}" a', 'awk *'],
    ['env x', 'env *'],
    ['node x.js', 'node *'],
    ['python3.12 x.py', 'python3.12 *'],
    ['/usr/bin/find x', '/usr/bin/find *'],
    ['timeout 5 x', 'timeout 5 *'],
    ['npx evil', 'npx *'],
    ['npx node x.js', 'npx node *'],
    ['npm install x', 'npm *'],
    ['git fetch evil', 'git fetch *'],
    ['git rebase x', 'git *'],
    ['cp a sub', 'cp *'],
    ['tar xf a', 'tar *'],
    ['CI=1 rm x', 'CI=1 *'],
    ['cat x=~/y', 'cat *'],
    ['cat a:~/y', 'cat *'],
    ['cat src/./..//../other', 'cat *'],
    [`cat ${folder}/../other`, 'cat *'],
    ['cat "src/"../../x', 'cat *'],
    ['cat src\\/..\\/../x', 'cat *'],
    ['cat ~root/x', 'cat *'],
    ['cat ~+/../x', 'cat *'],
    ['cat away', 'cat *'],
    ['cat "$(x)"', 'cat *'],
    ['git show HEAD:./../../x', 'git show *'],
    ['git log main..../../x', 'git log *'],
    ['busctl call x', 'busctl *'],
    ['ip netns exec a b', 'ip *'],
    ['xdg-open x.desktop', 'xdg-open *'],
    ['xsltproc a.xsl a.xml', 'xsltproc *'],
    ['coreutils rm a', 'coreutils *'],
    ['lerna exec x', 'lerna *'],
    ['hg x', 'hg *'],
    ['pass show x', 'pass *'],
    ['django-admin x', 'django-admin *'],
    ['runhaskell x.hs', 'runhaskell *'],
    [`cat ${Array.from({ length: 300 }).fill('a').join(' ')}`, 'cat *'],
    [`cat ${'a:'.repeat(30)}`, 'cat *'],
  ])('%j is not matched by %j', (commandLine, command) => {
    expect(isAllowed(commandLine, command)).toBe(false)
  })
})

describe('a widened star', () => {
  it.each([
    ['cat -n a', { anyOption: true }, true],
    ['cat -n /etc/passwd', { anyOption: true }, false],
    ['cat --file=/etc/passwd', { anyOption: true }, false],
    ['cat -o/etc/passwd', { anyOption: true }, false],
    ['cat -xo../../etc/passwd', { anyOption: true }, false],
    ['cat -xo~/a', { anyOption: true }, false],
    ['cat /etc/passwd', { anyPlace: true }, true],
    ['cat -n /etc/passwd', { anyPlace: true }, false],
    ['cat $X', { anyPlace: true }, false],
    ['cat src/*.ts', { anyPlace: true }, true],
    ['cat -x*', { anyOption: true }, true],
    ['cat -x*', { anyPlace: true }, false],
    ['cat sub/*', { anyOption: true }, false],
    ['cat -n /etc/passwd $X', { anyOption: true, anyPlace: true }, true],
  ])('%j with %j: %s', (commandLine, widening, expected) => {
    expect(isAllowed(commandLine, 'cat *', widening)).toBe(expected)
  })

  it('allows programs that run others only if it is widened both ways', () => {
    expect(isAllowed('find x', 'find *', { anyOption: true })).toBe(false)
    expect(isAllowed('find x', 'find *', { anyPlace: true })).toBe(false)
    expect(isAllowed('find / -delete', 'find *', { anyOption: true, anyPlace: true })).toBe(true)
    expect(isAllowed('A=1 rm x', 'A=1 *', { anyOption: true, anyPlace: true })).toBe(false)
  })
})

it('a program that runs others gets no plain star, and the form shows an alternative', () => {
  expect(findRuleFault({ effect: 'allow', command: 'git *' })).toMatch(
    /^git has subcommands that run programs.*`git log \*`/,
  )
  expect(
    findRuleFault({ effect: 'allow', command: 'make test *' }),
  ).toMatch(/^make takes words.*Give the exact command\./)
  expect(findRuleFault({ effect: 'allow', command: 'CI=1 *' })).toContain('The command must be one plain command')
  expect(findRuleFault({ effect: 'allow', command: 'make *', anyOption: true, anyPlace: true })).toBeUndefined()
  for (const command of ['git log *', 'make test', 'ls *'])
    expect(findRuleFault({ effect: 'allow', command })).toBeUndefined()
  expect(findRuleFault({ effect: 'deny', command: 'git *' })).toBeUndefined()
})

it('each program is in one entry of the reviewed list', () => {
  const names = powerfulPrograms.flatMap(entry => entry.names.split(' '))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
