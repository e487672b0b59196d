import { execFileSync } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveSystemProgram } from '../../src/main/system/systemProgram'
import { ReadOnlyChecker } from '../../src/main/threads/permission/readOnly/readOnlyChecker'
import { Workspace } from '../../src/main/workspace/workspace'
import { temporaryFolder } from '../support/temporaryFolder'

const environment = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }

interface Ground {
  readonly folder: string
  readonly put: (files: Readonly<Record<string, string>>) => Promise<void>
  /** Why Parley asks about the command; empty if it would run. */
  readonly why: (commandLine: string, more?: { cwd?: string, env?: Record<string, string | undefined>, closed?: string }) => Promise<string>
}

async function ground(): Promise<Ground> {
  const folder = temporaryFolder('parley-read-only-')
  const put: Ground['put'] = async (files) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await (text.startsWith('->') ? symlink(text.slice(2), join(folder, name)) : writeFile(join(folder, name), text))
    }
  }
  return {
    folder,
    put,
    why: async (commandLine, { cwd = folder, env = {}, closed } = {}) => {
      const workspace = await Workspace.open([folder], { closed: closed === undefined ? [] : [closed] })
      // Not every machine has all of them.
      const runs = new ReadOnlyChecker({ ...environment, ...env }, name => `/usr/bin/${name}`)
      const look = await runs.check({ commandLine, isShellLine: true, cwd }, workspace)
      return 'why' in look ? look.why : ''
    },
  }
}

describe.skipIf(process.platform === 'win32')('a command that only reads', () => {
  it('runs on files in the folder that hold no secrets', async () => {
    const { folder, put, why } = await ground()
    await put({ 'a.ts': '', 'src/b.ts': '', '.env': '', 'sub/.env.local': '', 'x y': '' })
    await put({ inner: '->src', out: '->/etc', toEnv: '->.env' })
    await put({ 'keys/server.key': '', 'hid/.secret/id_rsa': '', 'plain/x': '', 'told/.ignore': '!.env\n', 'told/.env': '' })
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const rows: readonly (readonly [line: string, why: RegExp | ''])[] = [
      ['ls', ''],
      ['ls src', ''],
      ['ls inner', ''],
      ['cat a.ts src/b.ts | wc -l', ''],
      ['cat missing', ''],
      ['cat "x y"', ''],
      [`cat ${folder}/a.ts`, ''],
      [`cd ${folder} && cat a.ts`, ''],
      [`bash -lc 'cat a.ts'`, ''],
      [`sh -c "cd ${folder} && ls"`, ''],
      [`cd ${folder}/src && cat b.ts`, /another folder/],
      ['cd src && cat b.ts', /&&/],
      [`cd ${folder} && cd src && ls`, /&&/],
      ['cat ../x', /not surely/],
      ['cat src/../a.ts', /not surely/],
      ['cat /etc/passwd', /not surely/],
      ['cat out/passwd', /not surely/],
      ['ls out', /not surely/],
      ['ls /', /not surely/],
      ['cat /proc/self/environ', /not surely/],
      ['cat /dev/stdin', /not surely/],
      ['cat pipe', /no ordinary/],
      ['cat .env', /secrets/],
      ['cat .ENV', /secrets/],
      ['cat toEnv', /secrets/],
      ['cat sub/.env.local', /secrets/],
      ['ls .env', /secrets/],
      ['cat keys/server.key', /secrets/],
      ['ls keys', ''],
      ['head -n 5 a.ts', ''],
      ['tail -20 a.ts', ''],
      ['ls --all', /no list/],
      ['wc --files0-from=a.ts', /no list/],
      ['cat @a.ts', /no list/],
      ['touch a.ts', /no list/],
      ['grep -r x src', /no list/],
      ['git status', /no list/],
      ['find . -name x', /no list/],
      ['sort -u a.ts', /no list/],
      ['uniq a.ts made', /no list/],
      ['cat a.ts > made', /redirects/],
      ['cat $HOME', /no list/],
      ['echo .env', ''],
    ]
    for (const [line, expected] of rows)
      expect(await why(line), line).toMatch(expected === '' ? /^$/ : expected)

    expect(await why('cat a.ts', { cwd: '/' })).toMatch(/not surely/)
    expect(await why('ls', { env: { POSIXLY_CORRECT: '1' } })).toMatch(/POSIXLY_CORRECT/)
    expect(await why('ls', { env: { BASH_ENV: 'x' } })).toMatch(/BASH_ENV/)
    expect(await why('ls', { env: { 'BASH_FUNC_ls%%': '() { evil; }' } })).toMatch(/BASH_FUNC/)
    await mkdir(join(folder, 'plain/closed'))
    expect(await why('ls -lR plain', { closed: join(folder, 'plain/closed') })).toMatch(/closed to agents/)
    expect(await why('ls plain', { closed: join(folder, 'plain/closed') })).toBe('')
  })

  it('must be the system\'s own program, found on PATH before any other', async () => {
    const folder = temporaryFolder('parley-read-only-')
    await writeFile(join(folder, 'ls'), '#!/bin/sh\n')
    await chmod(join(folder, 'ls'), 0o755)
    const find = (PATH: string): string | undefined => resolveSystemProgram('ls', { PATH })

    expect(find('/usr/bin:/bin')).toMatch(/^\/usr\/|^\/bin\//)
    expect(find(`${folder}:/usr/bin`), 'one before it').toBeUndefined()
    expect(find(`/usr/bin:.`), 'a folder that depends on where one stands').toBeUndefined()
    expect(find('/usr/bin::/bin'), 'an empty one means the same').toBeUndefined()
    expect(find('/nowhere')).toBeUndefined()
    expect(find(`${folder}:/usr/bin:`)).toBeUndefined()
    expect(
      resolveSystemProgram('sh', { PATH: '/bin' }),
      'told apart by its name, as of a file that is many programs',
    ).toBe('/bin/sh')
    expect(resolveSystemProgram('../bin/ls', { PATH: '/usr/bin' })).toBeUndefined()
  })

  it('runs exactly as checked, with absolute paths and quoted arguments', async () => {
    const { folder, put } = await ground()
    await put({ 'a\'b': '' })
    const workspace = await Workspace.open([folder])
    const runs = new ReadOnlyChecker(environment, name => `/usr/bin/${name}`)
    const look = await runs.check({ commandLine: `cat "a'b" | wc -l`, isShellLine: true, cwd: folder }, workspace)
    expect(look).toMatchObject({ line: { file: '/bin/sh', args: ['-c', `'/usr/bin/cat' 'a'\\''b' | '/usr/bin/wc' '-l'`] } })
    const set = { commandLine: 'ls', isShellLine: true, cwd: folder, env: [{ name: 'LD_PRELOAD', value: './x.so' }] }
    expect(await runs.check(set, workspace)).toEqual({ why: 'it sets LD_PRELOAD' })
  })
})
