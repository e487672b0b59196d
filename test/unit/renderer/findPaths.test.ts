import { describe, expect, it } from 'vitest'
import { findPaths, parsePathAddress } from '../../../src/renderer/text/findPaths'

/** A path in a text, and the file it names. */
function findPlaces(text: string, options: { isCode?: boolean, isWindows?: boolean } = {}): string[] {
  return findPaths(text, { max: 200, ...options }).map(({ start, end, path, line, column }) => {
    const place = `${path}${line ? `:${line}` : ''}${column ? `:${column}` : ''}`
    const shown = text.slice(start, end)
    return shown === place ? place : `${shown} → ${place}`
  })
}

it.each([
  ['See src/app.ts, and ./b/c.md. Then /etc/x!', ['src/app.ts', './b/c.md', '/etc/x']],
  ['(src/a.ts) "b/c.ts" `d/e.ts` [f/g.ts] <h/i.ts>', ['src/a.ts', 'b/c.ts', 'd/e.ts', 'f/g.ts', 'h/i.ts']],
  ['README.md and package.json, .gitignore, Makefile, LICENSE', ['README.md', 'package.json', '.gitignore', 'Makefile', 'LICENSE']],
  ['src/a.ts:12:3: error; src/a.ts:12:const x', ['src/a.ts:12:3', 'src/a.ts:12']],
  ['src/a.ts(12,3): error TS1', ['src/a.ts(12,3) → src/a.ts:12:3']],
  ['File "/a/b.py", line 12, in f', ['/a/b.py", line 12 → /a/b.py:12']],
  ['x.sh: line 3: y', ['x.sh: line 3 → x.sh:3']],
  ['src/a.ts#L12-L20 src/a.ts:10-20', ['src/a.ts#L12-L20 → src/a.ts:12', 'src/a.ts:10-20 → src/a.ts:10']],
  ['docs/my notes.md:3 and src/server and index.ts, src/a.ts b.ts', ['docs/my notes.md:3', 'src/server', 'index.ts', 'src/a.ts', 'b.ts']],
  ['src/a.ts:0', ['src/a.ts:0 → src/a.ts']],
  ['app/(shop)/[id].tsx and pages/[[...slug]].vue', ['app/(shop)/[id].tsx', 'pages/[[...slug]].vue']],
  ['Grüße/ü.txt 文档/说明.md（见 src/x.ts）', ['Grüße/ü.txt', '文档/说明.md', 'src/x.ts']],
  ['packages/@scope/+page.svelte a/$id.tsx', ['packages/@scope/+page.svelte', 'a/$id.tsx']],
] as const)('finds the paths in %j', (text, paths) => {
  expect(findPlaces(text)).toEqual(paths)
})

it.each([
  'https://example.com/a/b.ts file:///etc/passwd ssh://x/y',
  '//server/share/x.ts \\\\server\\share\\x.ts',
  'src/ ./ ../ / . .. ... 1/2 24/7 -/-',
  'e.g. i.e. v1.2.3 3.14 etc. word Word',
  `src/a\u202Ets.exe b\u200B/c.ts d/e\u00AD.ts f/g\u{E0041}.ts`,
  `a/${'b'.repeat(1_100)}`,
])('finds no path in %j', (text) => {
  expect(findPlaces(text)).toEqual([])
})

it('treats a bare name in code as a path only with a line number', () => {
  expect(findPlaces('console.log(a.b) import "./x" at run.ts:3', { isCode: true })).toEqual(['./x', 'run.ts:3'])
})

it('understands drives and backslashes only if the thread is on Windows', () => {
  expect(findPlaces('C:\\a\\b.ts:3 and src\\c.ts', { isWindows: true })).toEqual(['C:\\a\\b.ts:3', 'src\\c.ts'])
  expect(findPlaces('\\\\server\\share\\x.ts //server/x', { isWindows: true })).toEqual([])
  expect(findPlaces('src\\c.ts C:\\a\\b.ts')).toEqual([])
})

it.each([
  ['src/a.ts#L3', 'src/a.ts'],
  ['docs/guide.md#first-steps', 'docs/guide.md'],
  ['docs/my%20notes.md', 'docs/my notes.md'],
  ['docs/a%23b.md', 'docs/a#b.md'],
  ['C#/notes.md', 'C#/notes.md'],
  ['notes#1.md', 'notes#1.md'],
  ['file:///work/a.ts:3', '/work/a.ts'],
  ['file://elsewhere/a.ts', undefined],
  ['#first-steps', undefined],
  ['https://x.y/a.ts', undefined],
  ['vscode://file/work/a.ts', undefined],
  ['//server/a.ts', undefined],
  ['a%2', undefined],
  ['a%E2%80%AEst.ts', undefined],
])('finds the file, if any, that the link address %s names', (address, path) => {
  expect(parsePathAddress(address)?.path).toBe(path)
})

it('finds no more paths than its limit', () => {
  expect(findPaths('a/b '.repeat(1_000), { max: 200 })).toHaveLength(200)
})

describe('searching 100 kB for paths', () => {
  it.each([
    ['words', 'word '],
    ['paths', 'src/a.ts:3:1 '],
    ['one run', 'a'],
    ['dots', '.'],
    ['slashes', '/'],
    ['open brackets', '/('],
    ['brackets', '/[a'],
    ['lines', ':1'],
    ['places', 'a.ts:1'],
    ['misleading', 'a/\u202Eb '],
    ['surrogates', '\uD800'],
    ['Windows', 'C:\\'],
  ])('takes little time for %s', (_, piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length))
    const took = [false, true].map((isWindows) => {
      const tries = [0, 1, 2].map(() => {
        const start = performance.now()
        findPaths(text, { max: 200, isWindows })
        return performance.now() - start
      })
      return Math.min(...tries)
    })
    expect(Math.max(...took)).toBeLessThan(40)
  })
})
