import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  buildEditorCommand,
  findEditor,
  looksLikeLineReference,
  opensProject,
} from '../../../src/main/editors/editorCommand'
import { hasDisplay, revealCommand } from '../../../src/main/editors/startProgram'
import { knownEditors } from '../../../src/shared/settings/editors'
import { temporaryFolder } from '../../support/temporaryFolder'

function writeProgram(folder: string, name: string): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  return file
}

function makeMachine(...names: string[]) {
  const bin = temporaryFolder()
  for (const name of names)
    writeProgram(bin, name)
  return { bin, search: { environment: { PATH: bin, HOME: temporaryFolder() }, outside: [] as string[], platform: 'linux' as const } }
}

const path = '/work/my {line} file.ts'

describe('the arguments of an editor', () => {
  it.each([
    ['vscode', 'code', { path }, [path]],
    ['vscode', 'code', { path, line: 3 }, ['--goto', `${path}:3:1`]],
    ['cursor', 'cursor', { path, line: 3, column: 7 }, ['--goto', `${path}:3:7`]],
    ['zed', 'zed', { path, line: 3, column: 7 }, [`${path}:3:7`]],
    ['sublime', 'subl', { path }, [path]],
    ['idea', 'idea', { path, line: 3 }, ['--line', '3', '--column', '1', path]],
  ] as const)('of %s contain one absolute path, and the line in its own syntax', (id, name, place, args) => {
    const { bin, search } = makeMachine(name)
    expect(buildEditorCommand(id, place, search)).toEqual({ file: join(bin, name), args })
  })

  it('start a terminal editor in a terminal; without a terminal, the editor is not found', () => {
    const { bin, search } = makeMachine('nvim', 'kitty', 'xterm')
    expect(buildEditorCommand('neovim', { path, line: 3 }, search)).toEqual({
      file: join(bin, 'kitty'),
      args: [join(bin, 'nvim'), '+call cursor(3,1)', '--', path],
    })
    const bare = makeMachine('nvim')
    expect(findEditor('neovim', bare.search)).toBeUndefined()
    expect(buildEditorCommand('neovim', { path }, bare.search)).toBeUndefined()
  })

  it('are filled in for a custom editor, with the path appended if they do not contain it', () => {
    const { bin, search } = makeMachine('mine')
    const place = { path, line: 3, column: 7 }
    const build = (args: string[]) => buildEditorCommand({ command: 'mine', args }, place, search)
    expect(build(['-n', '+{line}:{column}', '{path}'])).toEqual({ file: join(bin, 'mine'), args: ['-n', '+3:7', path] })
    expect(build(['-n'])).toMatchObject({ args: ['-n', path] })
  })

  it('may not contain a path inside a word that could run it as a command', () => {
    const { search } = makeMachine('sh', 'nvim')
    const prepareBuild = (args: string[], path: string) => () => buildEditorCommand(
      { command: 'sh', args },
      { path, line: 3 },
      search,
    )
    const sentences = [
      ['-c', 'edit {path}'],
      ['--remote-send', ':e {path}<CR>'],
      ['--eval', '(find-file "{path}")'],
      ['vscode://file{path}'],
    ]
    const names = [
      'a$(id)',
      'a`id`',
      'a;id',
      'a b',
      'a"b',
      'a\'b',
      'a|b',
      'a<CR>',
      'a\nb',
      'a&b',
      'a)b',
      'a#b',
      'a%b',
      '~a',
      'a\u202Eb',
      'a*',
    ]
    for (const name of names) {
      sentences.forEach(args => expect(prepareBuild(args, `/w/${name}`)).toThrow('make {path} a word of its own'))
      for (const word of ['{path}', '{path}:{line}:{column}', '--file={path}', '-f={path}:{line}'])
        expect(prepareBuild([word], `/w/${name}`)).not.toThrow()
    }
    expect(prepareBuild(sentences[0]!, '/w/src/ä-b_1.ts')()?.args).toEqual(['-c', 'edit /w/src/ä-b_1.ts'])
  })

  it('contain the path for every known editor, and the line and column of a position', () => {
    for (const { args, argsAt } of Object.values(knownEditors)) {
      expect(args.filter(word => word.includes('{path}'))).toHaveLength(1)
      expect(argsAt.join(' ')).toMatch(/\{path\}/)
      expect(argsAt.join(' ')).toMatch(/\{line\}.*\{column\}/)
    }
  })
})

describe('the path of an editor', () => {
  it('is never in a thread\'s folder, directly or through a link', () => {
    const { bin, search } = makeMachine('code')
    expect(findEditor('vscode', { ...search, outside: [bin] })).toBeUndefined()
    const project = temporaryFolder()
    const links = temporaryFolder()
    symlinkSync(writeProgram(project, 'tools/code'), join(links, 'code'))
    const environment = { ...search.environment, PATH: `${join(project, 'tools')}:${links}:${bin}` }
    expect(findEditor('vscode', { ...search, environment, outside: [project] })).toBe(join(bin, 'code'))
  })

  it('is never relative to the working directory', () => {
    const { search } = makeMachine()
    const environment = { ...search.environment, PATH: '.:tools:' }
    expect(findEditor('vscode', { ...search, environment })).not.toBe('code')
    expect(buildEditorCommand({ command: './mine', args: [] }, { path }, search)).toBeUndefined()
  })

  it('may be a well-known place in the home folder', () => {
    const { search } = makeMachine()
    const file = writeProgram(search.environment.HOME, '.local/bin/zed')
    expect(findEditor('zed', search)).toBe(file)
  })

  it('is not found for an inherited name such as constructor', () => {
    const { search } = makeMachine('code')
    expect(findEditor('constructor', search)).toBeUndefined()
    expect(buildEditorCommand('__proto__', { path }, search)).toBeUndefined()
  })
})

it('detects paths that look like a line reference', () => {
  expect(['/a/b.ts', 'C:\\a\\b.ts', '/a/b:c'].filter(looksLikeLineReference)).toEqual([])
  expect(['/a/b.ts:3', '/a/b:3:1', '/a:1/b.ts', '/a/b:3x'].filter(looksLikeLineReference)).toHaveLength(4)
})

it('passes a file to the file manager by URL, with its commas escaped', () => {
  expect(revealCommand('/a/b,c d.ts', 'linux')?.args).toContain('array:string:file:///a/b%2Cc%20d.ts')
  expect(revealCommand('/a/-R', 'darwin')).toEqual({ file: '/usr/bin/open', args: ['-R', '/a/-R'] })
  expect(revealCommand('C:\\a', 'win32')).toBeUndefined()
})

it('finds no display on a server or over SSH', () => {
  expect(hasDisplay({}, 'linux')).toBe(false)
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true)
  expect(hasDisplay({}, 'darwin')).toBe(true)
  expect(hasDisplay({ SSH_CONNECTION: '1.2.3.4' }, 'darwin')).toBe(false)
})

it('detects files that open a whole project', () => {
  expect(['/a/b.code-workspace', '/a/B.SLN', '/a/b.sublime-project', '/a/b.ipr'].filter(opensProject)).toHaveLength(4)
  expect(['/a/b.ts', '/a/code-workspace', '/a/b.sln.md'].filter(opensProject)).toEqual([])
})
