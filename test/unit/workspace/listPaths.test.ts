import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ListLimits, listLimits, listPaths } from '../../../src/main/workspace/listing/listPaths'
import { Workspace } from '../../../src/main/workspace/workspace'
import { folders } from './folders'

async function list(folder: string, limits: Partial<ListLimits> = {}, closed: string[] = []) {
  const workspace = await Workspace.open([folder], { closed })
  const listing = listPaths({ workspace, folders: [folder], signal: new AbortController().signal, limits: { ...listLimits, ...limits } })
  const paths: string[] = []
  for (let step = await listing.next(); ; step = await listing.next()) {
    if (step.done === true)
      return { paths: paths.map(path => relative(folder, path) + (path.endsWith('/') ? '/' : '')), isCut: step.value }
    paths.push(...step.value)
  }
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

describe('the paths of a folder', () => {
  it('are those that git would add, respecting all ignore files, without secrets', async () => {
    const { root: folder } = await folders()
    execFileSync('git', ['init', '-q', folder])
    write(folder, {
      '.gitignore': '*.log\n/dist/\n!keep.log\nbuild/**\n*a*a*a*a*b\n',
      '.git/info/exclude': 'private.md\nbuild/\n',
      'a.ts': '',
      'b.log': '',
      'keep.log': '',
      'private.md': '',
      '.env': '',
      'keys/id_rsa': '',
      'keys/notes.md': '',
      'dist/out.js': '',
      'src/dist/in.js': '',
      'src/.gitignore': '!b.log\nsecret/*\n!secret/known.ts\n',
      'src/b.log': '',
      'src/secret/other.ts': '',
      'src/secret/known.ts': '',
      'node_modules/x/index.js': '',
      'build/x': '',
    })
    const git = execFileSync('git', ['-C', folder, 'ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
    const { paths, isCut } = await list(folder)
    const files = paths.filter(path => !path.endsWith('/'))
    const secrets = ['.env', 'keys/id_rsa']
    expect(files.sort()).toEqual(git.filter(path => !path.startsWith('node_modules/') && !secrets.includes(path)).sort())
    expect(paths).toContain('src/secret/')
    expect(isCut).toBe(false)
  })

  it('respect .ignore, and ignore files above in the same repository', async () => {
    const { root: top } = await folders()
    write(top, { '.git/HEAD': '', '.gitignore': '*.tmp\n', 'app/.ignore': 'local\n!b.tmp\n' })
    write(join(top, 'app'), { 'a.tmp': '', 'b.tmp': '', 'local/x': '', 'c': '' })
    expect((await list(join(top, 'app'))).paths).toEqual(['.ignore', 'b.tmp', 'c'])
  })

  it('do not pass through links, and omit links to outside or to a secret', async () => {
    const { root: folder, outside } = await folders()
    write(folder, { 'real/a.ts': '', '.env': 'KEY=1' })
    write(outside, { 'theirs.ts': '' })
    symlinkSync(join(folder, 'real'), join(folder, 'alias'))
    symlinkSync(outside, join(folder, 'leaves'))
    symlinkSync(join(outside, 'theirs.ts'), join(folder, 'theirs.ts'))
    symlinkSync('.env', join(folder, 'harmless.txt'))
    symlinkSync('nowhere', join(folder, 'dangling'))
    expect((await list(folder)).paths).toEqual(['alias/', 'real/', 'real/a.ts'])
  })

  it('do not include folders that are closed to agents', async () => {
    const { root: folder } = await folders()
    write(folder, { 'data/parley.db': '', 'a': '' })
    expect((await list(folder, {}, [join(folder, 'data')])).paths).toEqual(['a', 'data/'])
  })

  it('are limited in number, depth and number per folder, nearest first', async () => {
    const { root: folder } = await folders()
    write(folder, { 'a/b/c/d.ts': '', 'x.ts': '', 'y.ts': '' })
    expect(await list(folder, { paths: 3 })).toEqual({ paths: ['a/', 'x.ts', 'y.ts'], isCut: true })
    expect(await list(folder, { depth: 1 })).toEqual({ paths: ['a/', 'x.ts', 'y.ts', 'a/b/'], isCut: true })
    expect((await list(folder, { inFolder: 2 })).isCut).toBe(true)
    expect((await list(folder, { forMs: -1 })).paths).toEqual([])
  })
})
