import type { FileMatches } from '../../../src/shared/contract/methods/fileMethods'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readFileMarks } from '../../../src/main/files/fileMarks'
import { type FileSearch, parseMatch, searchFiles } from '../../../src/main/files/searchFiles'
import { quietGit, quietSettings } from '../../../src/main/git/askGit'
import { FolderWatches } from '../../../src/main/system/folderWatches'
import { listFolder } from '../../../src/main/workspace/listing/listFolder'
import { Workspace } from '../../../src/main/workspace/workspace'
import { folders } from '../workspace/folders'

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

describe('a folder in the tree', () => {
  it('lists folders first, marks ignored entries, and follows only links to files inside', async () => {
    const { root, outside } = await folders()
    execFileSync('git', ['init', '-q', root])
    write(root, { '.gitignore': '*.log\n/dist/\n', 'b10.ts': '', 'b9.ts': '', 'x.log': '', 'dist/deep/kept.ts': '', 'src/a.ts': '' })
    symlinkSync('b9.ts', join(root, 'link.ts'))
    symlinkSync('src', join(root, 'linked'))
    symlinkSync(join(outside, 'there.ts'), join(root, 'out.ts'))
    const workspace = await Workspace.open([root])
    const { entries } = await listFolder(root, workspace)
    expect(entries.map(({ name, kind, isIgnored }) => `${name} ${kind}${isIgnored ? ' ignored' : ''}`)).toEqual([
      'dist folder ignored',
      'src folder',
      '.gitignore file',
      'b9.ts file',
      'b10.ts file',
      'link.ts file',
      'linked other',
      'out.ts other',
      'x.log file ignored',
    ])
    const deep = await listFolder(join(root, 'dist/deep'), workspace)
    expect(deep.entries).toEqual([{ name: 'kept.ts', kind: 'file', isIgnored: true }])
  })

  it('is rejected if it is outside the workspace, missing or a file', async () => {
    const { root, outside } = await folders()
    write(root, { 'a.ts': '' })
    const workspace = await Workspace.open([root])
    await expect(listFolder(outside, workspace)).rejects.toMatchObject({ kind: 'outside' })
    await expect(listFolder(join(root, 'gone'), workspace)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(listFolder(join(root, 'a.ts'), workspace)).rejects.toMatchObject({ name: 'FileError' })
  })

  it('reports changes only while it is watched', async () => {
    const { root } = await folders()
    write(root, { 'src/a.ts': '', 'lib/b.ts': '' })
    const heard = await new Promise<string[]>((resolve) => {
      const watches = new FolderWatches(() => {
        resolve(watches.take())
        watches.close()
      })
      watches.set([root, join(root, 'src'), join(root, 'gone')])
      watches.set([join(root, 'src'), join(root, 'lib')])
      write(root, { 'c.ts': '', 'src/new.ts': '' })
    })
    expect(heard).toEqual([join(root, 'src')])
  })

  it('is still watched after another folder replaces it', async () => {
    const { root } = await folders()
    write(root, { 'src/a.ts': '' })
    const heard: string[] = []
    const watches = new FolderWatches(() => heard.push(...watches.take().map(folder => relative(root, folder))))
    onTestFinished(() => watches.close())
    watches.set([root, join(root, 'src')])
    for (const name of ['src', 'src']) {
      rmSync(join(root, name), { recursive: true })
      write(root, { 'src/a.ts': '' })
      await vi.waitUntil(() => heard.includes('src'), { timeout: 10_000 })
      heard.length = 0
    }
    write(root, { 'src/b.ts': '' })
    await vi.waitUntil(() => heard.includes('src'), { timeout: 10_000 })
    rmSync(join(root, 'src'), { recursive: true })
    await vi.waitUntil(() => heard.includes(''), { timeout: 10_000 })
    heard.length = 0
    write(root, { 'src/a.ts': '' })
    await vi.waitUntil(() => heard.includes('src'), { timeout: 10_000 })
  })
})

describe('git\'s marks', () => {
  it('show git\'s status, even of unusual names, without running programs that the repository configures', async () => {
    const { root, outside } = await folders()
    const git = (...args: string[]): void => void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root })
    git('init', '-q')
    write(root, { 'sub/changed name.ts': 'one\n', 'gone.ts': '', 'same.ts': '', '.gitattributes': '*.ts filter=evil\n' })
    git('add', '.')
    git('commit', '-qm', 'first')
    write(root, { 'sub/changed name.ts': 'two\n', 'sub/nëw.ts': '', 'staged.ts': '' })
    git('add', 'staged.ts')
    execFileSync('rm', [join(root, 'gone.ts')])
    const [ran, program] = [join(outside, 'ran'), join(outside, 'evil.sh')]
    writeFileSync(program, `#!/bin/sh\ntouch '${ran}'\ncat\n`)
    chmodSync(program, 0o755)
    git('config', 'filter.evil.clean', program)
    git('config', 'filter.evil.required', 'true')
    git('config', 'core.fsmonitor', program)
    execFileSync('touch', ['-d', '2001-01-01', join(root, 'same.ts')])
    const marks = await readFileMarks(root)
    expect(marks.map(({ path, mark }) => `${mark} ${relative(root, path)}`).sort()).toEqual([
      'added staged.ts',
      'deleted gone.ts',
      'modified sub/changed name.ts',
      'untracked sub/nëw.ts',
    ])
    expect(existsSync(ran)).toBe(false)
    expect(await readFileMarks(outside)).toEqual([])

    write(root, { '.gitattributes': '*.ts filter=\n' })
    git('config', 'filter..clean', program)
    expect(await readFileMarks(root)).not.toEqual([])
    expect(existsSync(ran)).toBe(false)
    write(root, { '.gitattributes': '*.ts filter=a=b\n' })
    git('config', 'filter.a=b.clean', program)
    expect(await readFileMarks(root)).toEqual([])
    expect(existsSync(ran)).toBe(false)
  })

  it('are omitted in a partial clone, and git can use no protocol to fetch missing objects', async () => {
    const { root, outside } = await folders()
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    git('init', '-q')
    write(root, { 'a.ts': 'one\n' })
    git('add', '.')
    const blob = git('rev-parse', ':a.ts').trim()
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    const ran = join(outside, 'ran')
    git('config', 'core.repositoryFormatVersion', '1')
    git('config', 'extensions.partialClone', 'evil')
    for (const protocol of ['none', 'ext', 'x', '/']) {
      git('config', 'remote.evil.url', `${protocol}::touch ${ran}`)
      if (protocol !== '/')
        git('config', `alias.remote-${protocol}`, `!touch ${ran}`)
      // An older git knows nothing of that variable.
      const env = { ...process.env, ...quietGit, GIT_NO_LAZY_FETCH: '0' }
      expect(() => execFileSync('git', [...quietSettings, 'cat-file', '-p', blob], { cwd: root, env, stdio: 'pipe' })).toThrow()
      expect(existsSync(ran), protocol).toBe(false)
    }
    expect(await readFileMarks(root)).toEqual([])
    git('config', '--unset', 'extensions.partialClone')
    git('config', 'remote.evil.promisor', 'true')
    expect(await readFileMarks(root)).toEqual([])
    git('config', '--unset', 'remote.evil.promisor')
    expect(await readFileMarks(root)).toHaveLength(1)
  })
})

describe('a search in files', () => {
  const usual: FileSearch = { text: 'needle', isRegex: false, matchCase: false, wholeWord: false }

  async function search(
    folder: string,
    wanted: Partial<FileSearch>,
    signal = new AbortController().signal,
    silentMs?: number,
  ) {
    const told: FileMatches[] = []
    const end = await searchFiles({
      search: { ...usual, ...wanted },
      folders: [folder],
      isShown: path => !path.endsWith('.pem'),
      onMatches: files => told.push(...files),
      signal,
      ...silentMs !== undefined && { silentMs },
    })
    const lines = told.flatMap(({ path, lines }) => lines.map(({ line, text, ranges }) =>
      `${relative(folder, path)}:${line} ${ranges.map(([from, to]) => text.slice(from, to)).join('|')}`))
    return { end, lines: lines.sort(), told }
  }

  it('finds text by case, word, pattern and file name, except in ignored and secret files', async () => {
    const { root } = await folders()
    execFileSync('git', ['init', '-q', root])
    write(root, {
      '.gitignore': 'dist/\n',
      'a.ts': 'Needle\nnothing\nneedles needle\n',
      'sub/ü.md': 'ünï needle a.c\r\n',
      'odd.js': '\u2028 one\u0085 and \u2029\r',
      'dist/x.ts': 'needle',
      'key.pem': 'needle',
      '.git/needle': 'needle',
    })
    expect((await search(root, {})).lines).toEqual(['a.ts:1 Needle', 'a.ts:3 needle|needle', 'sub/ü.md:1 needle'])
    expect((await search(root, { matchCase: true, wholeWord: true })).lines).toEqual(['a.ts:3 needle', 'sub/ü.md:1 needle'])
    expect((await search(root, { include: '*.md, *.txt' })).lines).toEqual(['sub/ü.md:1 needle'])
    expect((await search(root, { text: 'a.c' })).lines).toEqual(['sub/ü.md:1 a.c'])
    expect((await search(root, { text: '^n.{6}$', isRegex: true })).lines).toEqual(['a.ts:2 nothing'])
    write(root, { 'crlf.tsx': 'let a;\r\nlet b\r\n', 'own.jsx': 'let a;\n' })
    expect((await search(root, { text: ';$', isRegex: true })).lines).toEqual(['crlf.tsx:1 ;', 'own.jsx:1 ;'])
    expect((await search(root, { text: 'let a', include: '*.{ts,tsx}, *.md' })).lines).toEqual(['crlf.tsx:1 let a'])
    expect((await search(root, { text: 'one\u0085' })).lines).toEqual(['odd.js:1 one\u0085'])
    expect((await search(root, { text: '--files' })).end).toEqual({ files: 0, matches: 0, isCut: false, isStopped: false })
    expect((await search(root, {})).end).toEqual({ files: 2, matches: 4, isCut: false, isStopped: false })
  })

  it('finds text in every encoding that the editor reads, and not in binary files', async () => {
    const { root } = await folders()
    write(root, { 'utf8.txt': 'ein Café\n', 'greek.txt': '\u9000 Café' })
    writeFileSync(join(root, 'utf16.txt'), Buffer.from('\uFEFFein Café\r\n', 'utf16le'))
    writeFileSync(join(root, 'latin1.txt'), Buffer.from('süß: ein Café\n', 'latin1'))
    writeFileSync(join(root, 'russian.txt'), Buffer.from([0xEF, 0xF0, 0xE8, 0xE2, 0xE9, 0x20, 0x65, 0x69, 0x6E, 0x0A]))
    expect((await search(root, { text: 'ein' })).lines).toEqual(['latin1.txt:1 ein', 'utf16.txt:1 ein', 'utf8.txt:1 ein'])
    const names = ['greek', 'latin1', 'utf16', 'utf8']
    expect((await search(root, { text: 'café' })).lines).toEqual(names.map(name => `${name}.txt:1 Café`))
    expect((await search(root, { text: 'é' })).lines).toHaveLength(4)
  })

  it('finds accented letters in either normal form, in texts and file names', async () => {
    const { root } = await folders()
    write(root, { 'Re\u0301sume\u0301/a.txt': 'cafe\u0301', 'R\xE9sum\xE9.txt': 'caf\xE9', 'other.txt': 'cafe' })
    writeFileSync(join(root, 'latin1.txt'), Buffer.from('caf\xE9', 'latin1'))
    for (const form of ['NFC', 'NFD']) {
      const found = await search(root, { text: 'caf\xE9'.normalize(form) })
      expect(found.lines.map(line => line.normalize('NFC'))).toEqual([
        'R\xE9sum\xE9/a.txt:1 caf\xE9',
        'R\xE9sum\xE9.txt:1 caf\xE9',
        'latin1.txt:1 caf\xE9',
      ])
      const include = 'R\xE9sum\xE9.txt, R\xE9sum\xE9/*'.normalize(form)
      expect((await search(root, { text: 'caf', include })).lines).toHaveLength(2)
    }
  })

  it('explains invalid patterns, and ends at its limit or when it is stopped', async () => {
    const { root } = await folders()
    write(root, { 'many.txt': 'needle needle\n'.repeat(600), 'more.txt': 'needle '.repeat(6_000), 'bytes.bin': '\0needle' })
    expect((await search(root, { text: '(', isRegex: true })).end.problem).toBe('This is not a regular expression: unclosed group.')
    const { end, told } = await search(root, {})
    expect(end.isCut).toBe(true)
    expect(Math.max(...told.flatMap(({ lines }) => lines.map(({ text }) => text.length)))).toBeLessThan(400)
    expect((await search(root, { text: 'a\0' })).end.problem).toContain('NUL')
    expect((await search(join(root, 'gone'), {})).end.problem).toContain('no folder')
    const stopped = new AbortController()
    stopped.abort()
    expect((await search(root, {}, stopped.signal)).end).toMatchObject({ matches: 0, isStopped: true })
  })

  it('skips ignore files that are pipes, endless or too large, and reports them', async () => {
    const { root } = await folders()
    write(root, { 'a.ts': 'needle', 'sub/b.ts': 'nothing', 'deep/c.ts': 'nothing' })
    execFileSync('git', ['init', '-q', root])
    const places = ['.ignore', 'sub/.ignore', 'deep/.gitignore', 'sub/.git/info/exclude']
    for (const name of places) {
      for (const make of [(path: string) => execFileSync('mkfifo', [path]), (path: string) => symlinkSync('/dev/zero', path)]) {
        const path = join(root, name)
        mkdirSync(dirname(path), { recursive: true })
        make(path)
        const { lines, end } = await search(join(root, name.startsWith('.') ? 'sub' : '.'), { text: 'nothing' })
        expect(lines).toEqual(name.startsWith('.') ? ['b.ts:1 nothing'] : ['deep/c.ts:1 nothing', 'sub/b.ts:1 nothing'])
        if (name !== places.at(-1)) // the rules of a repository inside another are not looked for
          expect(end.problem).toContain(`"${path}" is no plain file`)
        rmSync(path)
      }
    }
    writeFileSync(join(root, '.gitignore'), 'deep\n'.padEnd(2 ** 20 + 1, '#'))
    const { lines, end } = await search(root, { text: 'nothing' })
    expect([lines, end.problem]).toEqual([['deep/c.ts:1 nothing', 'sub/b.ts:1 nothing'], expect.stringContaining('at most 1 MB')])
  })

  it('skips files that the tree shows as ignored, and searches those that a deeper ignore file includes again', async () => {
    const { root } = await folders()
    execFileSync('git', ['init', '-q', root])
    const odd = ['a [1].ts', '{b,c}.ts', '!d.ts', '#e.ts', 'f*.ts', 'g?.ts', 'h\\i.ts', 'ends ', ' begins', 'two\nlines', 'dist', 'ü.ts']
    write(root, Object.fromEntries(odd.map(name => [name === 'dist' ? 'dist/x/y.ts' : name, 'needle'])))
    write(root, Object.fromEntries(odd.map(name => [`out/${name}/x.ts`, 'needle'])))
    write(root, {
      'b.ts': 'needle',
      'out/b.ts': 'needle',
      'sub/kept.log': 'needle',
      'sub/other.log': 'needle',
      'sub/deep/top.ts': 'needle',
      'sub/.gitignore': '!kept.log\n/deep/top.ts',
      '.git/info/exclude': 'nothing\n',
      '.gitignore': `*.log\ndist/\nout/*/\n/*.ts\n!/b.ts\n/ends*\n/*begins\n/two*\n`,
    })
    expect((await search(root, {})).lines).toEqual(['b.ts:1 needle', 'out/b.ts:1 needle', 'sub/kept.log:1 needle'])
    expect((await search(join(root, 'sub'), {})).lines).toEqual(['kept.log:1 needle'])
    expect((await search(join(root, 'dist'), {})).lines).toEqual([])
  })

  it('shows the part of a long line that matches', () => {
    const whole = `${'é'.repeat(1_000)}needle${'x'.repeat(1_000)}`
    const submatches = [{ match: { text: 'needle' }, start: 2_000, end: 2_006 }]
    const found = parseMatch(JSON.stringify({
      type: 'match',
      data: { path: { text: './a.ts' }, lines: { text: `${whole}\n` }, line_number: 7, submatches },
    }))
    const [[from, to] = [0, 0]] = found!.line.ranges
    expect(found!.line.text.slice(from, to)).toBe('needle')
    expect(found!.line.text.length).toBeLessThan(350)
    expect(parseMatch('{"type":"match","data":{}}')).toBeUndefined()
  })
})
