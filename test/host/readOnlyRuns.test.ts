import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemProgram } from '../../src/main/system/systemProgram'
import { ReadOnlyRuns } from '../../src/main/threads/permission/readOnly/readOnlyRuns'
import { Workspace } from '../../src/main/workspace/workspace'
import { temporaryFolder } from '../support/temporaryFolder'

const environment = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }

const author = ['-c', 'user.name=A', '-c', 'user.email=a@b']

interface Ground {
  readonly folder: string
  readonly put: (files: Readonly<Record<string, string>>) => Promise<void>
  readonly git: (...words: string[]) => void
  /** Why the command is asked about; empty where it would run. */
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
    git: (...words) => void execFileSync('git', [...author, ...words], { cwd: folder, stdio: 'ignore' }),
    why: async (commandLine, { cwd = folder, env = {}, closed } = {}) => {
      const workspace = await Workspace.open([folder], { closed: closed === undefined ? [] : [closed] })
      // Not every machine has each of them.
      const runs = new ReadOnlyRuns({ ...environment, ...env }, name => `/usr/bin/${name}`)
      const look = await runs.look({ commandLine, isShellLine: true, cwd }, workspace)
      return 'why' in look ? look.why : ''
    },
  }
}

describe.skipIf(process.platform === 'win32')('a command that only reads', () => {
  it('runs for what lies in the folder and holds no secrets', async () => {
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
      ['find . -name "*.key"', ''],
      ['grep x .env', /secrets/],
      ['grep -r x src', ''],
      ['grep -r x .', /would also read/],
      ['grep -r x hid', /hid\/.secret/],
      ['grep x -r', /would also read/],
      ['rg x src plain', ''],
      ['rg x sub', ''],
      ['rg x hid', ''],
      ['rg x', /would also read/],
      ['rg --hidden x sub', /\.env\.local/],
      ['rg -u x sub', /\.env\.local/],
      ['rg -g "*" x sub', /\.env\.local/],
      ['rg -g "!*.md" x sub', ''],
      ['rg x told', /\.env/],
      ['rg x keys', /server\.key/],
      ['rg --files sub', ''],
      ['sort -u a.ts', ''],
      ['uniq a.ts', ''],
      ['echo .env', ''],
      ['file .env', /secrets/],
    ]
    for (const [line, expected] of rows)
      expect(await why(line), line).toMatch(expected === '' ? /^$/ : expected)

    await put({ '.gitignore': 'x\n!keep\n' })
    expect(await why('rg x sub'), 'a line above that shows hidden files').toMatch(/\.env\.local/)
    expect(await why('cat a.ts', { cwd: '/' })).toMatch(/not surely/)
    expect(await why('rg x', { env: { RIPGREP_CONFIG_PATH: '/x' } })).toMatch(/RIPGREP_CONFIG_PATH/)
    await put({ 'nest/own/.git/info/exclude': '!.env\n', 'nest/own/.env': '' })
    expect(await why('rg x nest'), 'a line of a repository in it that shows hidden files').toMatch(/\.env/)
    await rm(join(folder, '.gitignore'))
    execFileSync('mkfifo', [join(folder, '.ignore')])
    expect(await why('rg x sub'), 'an ignore file that would block whoever opens it').toMatch(/\.env\.local/)
    await rm(join(folder, '.ignore'))
    expect(await why('ls', { env: { POSIXLY_CORRECT: '1' } })).toMatch(/POSIXLY_CORRECT/)
    expect(await why('ls', { env: { BASH_ENV: 'x' } })).toMatch(/BASH_ENV/)
    expect(await why('ls', { env: { 'BASH_FUNC_ls%%': '() { evil; }' } })).toMatch(/BASH_FUNC/)
    expect(await why('grep -r x src', { closed: join(folder, 'src') })).toMatch(/not surely/)
    await mkdir(join(folder, 'plain/closed'))
    for (const line of ['grep -r x plain', 'find plain -name x', 'ls -R plain', 'du -a plain'])
      expect(await why(line, { closed: join(folder, 'plain/closed') }), line).toMatch(/closed to agents/)
    expect(await why('ls plain', { closed: join(folder, 'plain/closed') })).toBe('')
  })

  it('is asked about where a folder cannot be looked into', async () => {
    const { folder, put, why } = await ground()
    await put({ 'src/closed/a.ts': '' })
    await chmod(folder, 0o755)
    await chmod(join(folder, 'src/closed'), 0)
    // Root may look into any folder.
    const isRoot = process.geteuid?.() === 0
    if (isRoot)
      process.seteuid?.(65_534)
    try {
      expect(await why('grep -r x src')).toMatch(/could not look at all of it.*EACCES/)
      expect(await why('ls src')).toBe('')
    }
    finally {
      if (isRoot)
        process.seteuid?.(0)
      await chmod(join(folder, 'src/closed'), 0o755)
    }
  })

  it('is the system\'s own program, found before any other', async () => {
    const folder = temporaryFolder('parley-read-only-')
    await writeFile(join(folder, 'ls'), '#!/bin/sh\n')
    await chmod(join(folder, 'ls'), 0o755)
    const find = (PATH: string): string | undefined => systemProgram('ls', { PATH })

    expect(find('/usr/bin:/bin')).toMatch(/^\/usr\/|^\/bin\//)
    expect(find(`${folder}:/usr/bin`), 'one before it').toBeUndefined()
    expect(find(`/usr/bin:.`), 'a folder that depends on where one stands').toBeUndefined()
    expect(find('/usr/bin::/bin'), 'an empty one means the same').toBeUndefined()
    expect(find('/nowhere')).toBeUndefined()
    expect(find(`${folder}:/usr/bin:`)).toBeUndefined()
    expect(systemProgram('sh', { PATH: '/bin' }), 'told apart by its name, as of a file that is many programs').toBe('/bin/sh')
    expect(systemProgram('../bin/ls', { PATH: '/usr/bin' })).toBeUndefined()
  })

  it('starts as the words that were checked, with no shell\'s settings between', async () => {
    const { folder, put } = await ground()
    await put({ 'a\'b': '' })
    const workspace = await Workspace.open([folder])
    const runs = new ReadOnlyRuns(environment, name => `/usr/bin/${name}`)
    const look = await runs.look({ commandLine: `cat "a'b" | wc -l`, isShellLine: true, cwd: folder }, workspace)
    expect(look).toMatchObject({ line: { file: '/bin/sh', args: ['-c', `'/usr/bin/cat' 'a'\\''b' | '/usr/bin/wc' '-l'`] } })
    const set = { commandLine: 'ls', isShellLine: true, cwd: folder, env: [{ name: 'LD_PRELOAD', value: './x.so' }] }
    expect(await runs.look(set, workspace)).toEqual({ why: 'it sets LD_PRELOAD' })
  })
})

describe.skipIf(process.platform === 'win32')('a git command that only reads', () => {
  it('runs while nothing in force names a program, and shows no file that holds secrets', async () => {
    const { folder, put, git, why } = await ground()
    git('init', '-q', '-b', 'main')
    await put({ 'a.ts': '1\n', 'b.ts': '1\n' })
    git('add', '.')
    git('commit', '-qm', 'one')
    await put({ 'a.ts': '2\n', '.env': 'KEY=1\n' })
    git('add', '-f', 'a.ts', '.env')
    git('commit', '-qm', 'two')
    await put({ 'a.ts': '3\n' })
    const blob = execFileSync('git', ['rev-parse', 'HEAD:.env'], { cwd: folder }).toString().trim()
    const rows: readonly (readonly [line: string, why: RegExp | ''])[] = [
      ['git status', ''],
      ['git status -sb -uno', ''],
      ['git --no-pager diff', ''],
      ['git diff a.ts', ''],
      ['git diff --stat HEAD~1 HEAD', ''],
      ['git diff HEAD~1..HEAD -- a.ts', ''],
      ['git diff HEAD~1 HEAD', /\.env/],
      ['git diff HEAD~1...', /\.env/],
      ['git diff --cached', ''],
      ['git log --oneline -5', ''],
      ['git log "--format=%h %s" --graph --all', ''],
      ['git log -p', /\.env/],
      [`git diff HEAD ${'a.ts '.repeat(300)}`, /more than 200/],
      ['git log -p -1 HEAD~1', ''],
      ['git log -p -- a.ts', ''],
      ['git log -U5', /\.env/],
      ['git log --stat', ''],
      ['git show', /\.env/],
      ['git show --stat', ''],
      ['git show --stat -p', /\.env/],
      ['git show HEAD~1', ''],
      ['git show HEAD:a.ts', ''],
      ['git show HEAD:.env', /secrets/],
      ['git show HEAD:./.env', /secrets/],
      [`git show ${blob}`, /neither/],
      [`git diff ${blob} HEAD`, /neither/],
      [`git diff ${blob} HEAD --`, /neither/],
      ['git diff -- .env', /secrets/],
      ['git diff /etc/passwd /etc/hosts', /not surely/],
      ['git diff -- /etc/passwd /etc/hosts', /not surely/],
      ['git branch -vv', ''],
      ['git branch --list "f*"', ''],
      ['git rev-parse --abbrev-ref HEAD', ''],
      ['git ls-files -m', ''],
      ['git -C .. status', /not surely/],
    ]
    for (const [line, expected] of rows)
      expect(await why(line), line).toMatch(expected === '' ? /^$/ : expected)

    const settings: readonly (readonly [name: string, value: string, line: string, why: RegExp | ''])[] = [
      ['core.pager', 'sh -c ./evil', 'git log', /core\.pager/],
      ['pager.log', './evil', 'git log', /pager\.log/],
      ['core.pager', 'cat', 'git log', ''],
      ['core.fsmonitor', './evil', 'git status', /core\.fsmonitor/],
      ['core.fsmonitor', 'false', 'git status', ''],
      ['core.hooksPath', '.', 'git status', /core\.hookspath/],
      ['hook.x.command', './evil', 'git status', /hook\.x/],
      ['diff.external', './evil', 'git diff', /diff\.external/],
      ['alias.status', '!./evil', 'git status', /alias\.status/],
      ['alias.st', '!./evil', 'git status', ''],
      ['include.path', '../more', 'git status', /include\.path/],
      ['includeIf.gitdir:/.path', '../more', 'git status', /includeif/],
      ['log.showSignature', 'true', 'git log', /showsignature/],
      ['pretty.mine', '%G?', 'git log', /pretty\.mine/],
      ['core.worktree', '/', 'git status', /core\.worktree|not in the folder/],
      ['remote.x.promisor', 'true', 'git log', /promisor/],
      ['diff.submodule', 'diff', 'git log -p a.ts', /diff\.submodule/],
      ['core.attributesFile', '../x', 'git diff', /attributesfile/],
      ['diff.x.textconv', './evil', 'git diff', ''],
      ['filter.x.clean', './evil', 'git status', ''],
    ]
    for (const [name, value, line, expected] of settings) {
      git('config', '--local', name, value)
      expect(await why(line), `${line} with ${name}=${value}`).toMatch(expected === '' ? /^$/ : expected)
      if (!name.startsWith('core.worktree'))
        git('config', '--local', '--unset-all', name)
      else
        execFileSync('git', ['config', '--file', join(folder, '.git/config'), '--unset-all', name])
    }

    git('config', '--local', 'diff.x.textconv', './evil')
    await put({ '.gitattributes': '*.png diff=other\n' })
    expect(await why('git diff')).toBe('')
    await writeFile(join(folder, '.gitattributes'), '*.ts diff=x\n')
    expect(await why('git diff')).toMatch(/attributes/)
    await rm(join(folder, '.gitattributes'))
    await put({ 'deep/er/.gitattributes': '* diff=x\n' })
    expect(await why('git status')).toMatch(/attributes/)
    git('config', '--local', 'filter..clean', './evil')
    await put({ 'deep/er/.gitattributes': '* filter=\n' })
    expect(await why('git status')).toMatch(/attributes/)
    await rm(join(folder, 'deep'), { recursive: true })
    await put({ '.git/info/attributes': '[attr]m diff=x\n' })
    expect(await why('git log')).toMatch(/attributes/)
    await rm(join(folder, '.git/info/attributes'))

    await put({ '.git/hooks/post-index-change': '#!/bin/sh\n' })
    expect(await why('git status')).toMatch(/post-index-change/)
    await rm(join(folder, '.git/hooks/post-index-change'))
    expect(await why('git status', { env: { GIT_EXTERNAL_DIFF: './evil' } })).toMatch(/GIT_EXTERNAL_DIFF/)
    expect(await why('git status', { env: { GIT_DIR: '/x' } })).toMatch(/GIT_DIR/)
    await put({ '.git/objects/info/alternates': '/x\n' })
    expect(await why('git log')).toMatch(/from another/)
    await rm(join(folder, '.git/objects/info/alternates'))
    await mkdir(join(folder, 'closed'))
    expect(await why('git show HEAD:closed/x', { closed: join(folder, 'closed') })).toMatch(/closed to agents/)
    git('mv', '.env', 'plain')
    git('commit', '-qm', 'three')
    expect(await why('git diff --diff-filter=R HEAD~1 HEAD'), 'renamed').toMatch(/\.env/)
    await rename(join(folder, '.git/objects/pack'), join(folder, 'packs'))
    await put({ '.git/objects/pack': '->/tmp' })
    expect(await why('git log'), 'objects of another repository').toMatch(/not in the folder/)
    await rm(join(folder, '.git/objects/pack'))
    git('update-index', '--add', '--cacheinfo', '160000,0123456789012345678901234567890123456789,nested')
    expect(await why('git status')).toMatch(/other repositories/)
    expect(await why('git log')).toBe('')
  })
})
