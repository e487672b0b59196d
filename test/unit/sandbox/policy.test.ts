import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { wrapInBubblewrap } from '../../../src/main/sandbox/bubblewrap'
import { SandboxDenials } from '../../../src/main/sandbox/sandboxDenials'
import { getSandboxFor, type SandboxPolicy } from '../../../src/main/sandbox/sandboxPolicy'
import { findCause } from '../../../src/main/sandbox/sandboxProbe'
import { createSeatbeltProfile, wrapInSeatbelt } from '../../../src/main/sandbox/seatbelt'
import { findSecretPaths, removeSecrets, settingsWithSecrets } from '../../../src/main/sandbox/secretPlaces'

const policy: SandboxPolicy = {
  writable: ['/home/me/work', '/home/me/.cache/tool'],
  hiddenFolders: ['/home/me/.ssh', '/home/me/work/parley', '/home/me/.cache'],
  hiddenFiles: ['/home/me/.netrc'],
  protectedPlaces: {
    pinned: ['/home/me/work/.git'],
    fixed: ['/home/me/work/.git/config', '/home/me/work/.envrc'],
    empty: ['/home/me/work/.git/hooks'],
    missing: [{ path: '/home/me/work/.git/commondir', text: '.\n' }],
    watched: [],
    isComplete: true,
  },
  network: false,
}
const command = { file: '/bin/bash', args: ['-c', 'echo "$HOME"; true'] }

describe('a command in bubblewrap', () => {
  const formatLine = (more: Partial<SandboxPolicy> = {}): string => {
    const { file, args } = wrapInBubblewrap(command, {
      bubblewrap: '/usr/bin/bwrap',
      policy: { ...policy, ...more },
      cwd: '/home/me/work',
      forwardsSigterm: false,
      blank: '/data/blank',
    })
    return [file, ...args].join(' ')
  }

  it('has separate namespaces, a separate file system and temporary folder, and no capabilities', () => {
    for (const part of [
      '--unshare-user --disable-userns --unshare-pid',
      '--die-with-parent --cap-drop ALL',
      '--ro-bind / / --dev /dev --proc /proc --tmpfs /run',
      '--tmpfs /tmp',
    ])
      expect(formatLine()).toContain(part)
    expect(formatLine()).toContain(' --chdir /home/me/work -- /bin/bash -c echo "$HOME"; true')
  })

  it('has network access only if the policy allows it', () => {
    expect(formatLine()).toContain('--unshare-net')
    expect(formatLine({ network: true, resolver: '/run/systemd/resolve' })).not.toContain('--unshare-net')
    expect(formatLine({ network: true, resolver: '/run/systemd/resolve' }))
      .toContain('--ro-bind-try /run/systemd/resolve /run/systemd/resolve')
  })

  it('has deeper places mounted after outer ones, so that the deeper rule applies', () => {
    const order = [
      '--tmpfs /home/me/.cache ',
      '--bind /home/me/.cache/tool ',
      '--bind /home/me/work ',
      '--tmpfs /home/me/work/parley ',
      '--bind-try /home/me/work/.git ',
      '--ro-bind-try /home/me/work/.git/config ',
      '--tmpfs /home/me/work/.git/hooks ',
    ]
    const findAt = (part: string): number => formatLine().indexOf(part)
    expect(order.filter(part => findAt(part) < 0)).toEqual([])
    expect(findAt(order[0]!)).toBeLessThan(findAt(order[1]!))
    expect([findAt(order[2]!), findAt(order[3]!)])
      .toEqual([findAt(order[2]!), findAt(order[3]!)].sort((left, right) => left - right))
    expect(findAt(order[4]!)).toBeLessThan(findAt(order[5]!))
    expect(findAt(order[4]!)).toBeLessThan(findAt(order[6]!))
    expect(formatLine()).toContain('--ro-bind /dev/null /home/me/.netrc')
    expect(formatLine({ blankFiles: ['/home/me/.netrc'] })).toContain('--ro-bind /data/blank /home/me/.netrc')
    const names = ['.npmrc', '.yarnrc.yml', '.gradle/gradle.properties', '.ssh/id_rsa', '.aws/credentials']
    expect(names.filter(name => settingsWithSecrets.test(`/home/me/${name}`))).toEqual(names.slice(0, 3))
  })

  it('is passed unchanged, also through the shell that forwards SIGTERM', () => {
    const { file, args } = wrapInBubblewrap(
      { file: '/bin/printf', args: ['%s', '$(id)', '; rm', '--', '-x'] },
      { bubblewrap: '/usr/bin/bwrap', policy, cwd: '/', forwardsSigterm: true, filter: '/data/filter' },
    )
    expect([file, args[0], args[1]]).toEqual(['/bin/sh', '-c', 'trap "" TERM; exec "$@" 9<"$0"'])
    expect(args.slice(2, 6)).toEqual(['/data/filter', '/usr/bin/bwrap', '--seccomp', '9'])
    expect(args.slice(-9)).toEqual(['env', '--default-signal=TERM', '--', '/bin/printf', '%s', '$(id)', '; rm', '--', '-x'])
  })
})

describe('a command in macOS\'s sandbox', () => {
  const profile = createSeatbeltProfile(
    { ...policy, writable: ['/Users/me/my "work"'] },
    { temporary: '/private/tmp/own', guardedNames: { folders: ['.git', '.vscode'], files: ['.envrc'] } },
  )

  it('may write only to listed places, by rules of which the last applies', () => {
    const rules = profile.split('\n')
    expect(rules.slice(0, 3)).toEqual(['(version 1)', '(allow default)', '(deny file-write*)'])
    expect(rules).toContain(String.raw`(allow file-read* file-write* (subpath "/Users/me/my \"work\""))`)
    expect(rules).toContain('(allow file-read* file-write* (subpath "/private/tmp/own"))')
    expect(rules.indexOf('(deny file-read* file-write* (subpath "/home/me/.ssh"))')).toBeGreaterThan(2)
    expect(rules).toContain('(deny file-read* file-write* (literal "/home/me/.netrc"))')
    expect(rules).toContain('(deny network*)')
    expect((profile.match(/\(/g) ?? []).length - (profile.match(/\)/g) ?? []).length).toBe(0)
  })

  it('may not write protected names, in any case and even if missing', () => {
    const rules = [...profile.matchAll(/\((deny|allow) file-write\* \(regex #"([^"]+)"\)\)/g)]
    const isDenied = (path: string): boolean => rules.findLast(([, , pattern]) => new RegExp(pattern!).test(path))?.[1] === 'deny'
    for (const path of [
      '.vscode/settings.json',
      '.VSCode',
      'sub/.vscode/x',
      '.envrc',
      'a/b/.EnvRc',
      '.git/hooks/pre-commit',
      '.GIT/config',
      'sub/.git/hooks',
      '.git/modules/x/config',
      '.git/commondir',
      '.git/config.worktree',
      '.git/rebase-merge/git-rebase-todo',
    ])
      expect(isDenied(`/Users/me/my .work./${path}`.replaceAll('.work.', '"work"')), path).toBe(true)
    const data = ['.git/index', '.git/objects/ab/cd', '.git/index.lock', '.git/ORIG_HEAD']
    for (const path of ['src/main.ts', ...data, '.gitignore', '.envrc.example', 'vscode/x'])
      expect(isDenied(`/Users/me/my "work"/${path}`), path).toBe(false)
  })

  it('is started unchanged, and with network reaches everything but Docker\'s socket', () => {
    expect(wrapInSeatbelt(command, 'profile')).toEqual({
      file: '/usr/bin/sandbox-exec',
      args: ['-p', 'profile', '/bin/bash', '-c', 'echo "$HOME"; true'],
    })
    const open = createSeatbeltProfile(
      { ...policy, network: true },
      { temporary: '/t', guardedNames: { folders: [], files: [] } },
    )
    expect(open).not.toContain('(deny network*)')
    expect(open).toContain('docker.sock')
  })
})

describe('the setting of a folder', () => {
  it('applies to the folder and its descendants, nearest first, through links', () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'parley-sandbox-')))
    onTestFinished(() => rmSync(top, { recursive: true }))
    mkdirSync(join(top, 'real'))
    symlinkSync('real', join(top, 'link'))
    const [strict, open] = [{ network: false, write: [] }, { network: true, write: [] }]
    expect(getSandboxFor('/home/me/work/app', { '/home/me': strict, '/home/me/work': open })).toMatchObject({
      folder: '/home/me/work',
      rules: open,
    })
    expect(getSandboxFor('/home/me', { '/home/me/': strict })?.rules).toBe(strict)
    expect(getSandboxFor('/home/me-too', { '/home/me': strict })).toBeUndefined()
    expect(getSandboxFor('/home/..me/x', { '/home': strict })).toBeDefined()
    expect(getSandboxFor(join(top, 'real/x'), { [join(top, 'link')]: strict })?.rules).toBe(strict)
  })
})

describe('a denial by the sandbox', () => {
  it.each([
    ['write', 'touch: cannot touch \'/etc/x\': Read-only file system\r\n'],
    ['write', 'npm error code EROFS'],
    ['write', 'OSError: [Errno 30] Read-only file system: \'/x\''],
    ['network', 'curl: (6) Could not resolve host: example.com'],
    ['network', 'ping: connect: Network is unreachable'],
    ['network', 'npm error network request to https://registry failed, reason: getaddrinfo EAI_AGAIN registry'],
    ['network', 'fatal: unable to access: Couldn\'t resolve host'],
    ['network', 'curl: (7) Failed to connect to 1.1.1.1 port 80 after 0 ms'],
    ['rights', 'chmod: changing permissions of \'x\': Operation not permitted'],
    ['rights', 'sudo: The "no new privileges" flag is set'],
  ] as const)('is detected in the output: %s in %j', (denial, output) => {
    for (let cut = 0; cut <= output.length; cut += 7) {
      const denials = new SandboxDenials({ network: false })
      denials.read(output.slice(0, cut))
      denials.read(output.slice(cut))
      expect(denials.found).toEqual([denial])
    }
  })

  it('is not detected in ordinary output, or for the network if that is allowed', () => {
    const denials = new SandboxDenials({ network: true })
    denials.read('Could not resolve host: exmaple.com\nfile system is ready, only reading\nPermission denied\n')
    expect(denials.found).toEqual([])
  })
})

it('explains why bubblewrap does not work', () => {
  expect(
    findCause('bwrap: No permissions to create a new namespace, likely because the kernel does not allow non-privileged user namespaces.'),
  ).toMatchObject({ why: expect.stringContaining('namespaces'), how: expect.stringContaining('AppArmor') })
  expect(findCause('bwrap: setting up uid map: Permission denied').how).toContain('AppArmor')
  expect(findCause('bwrap: Can\'t mount proc on /newroot/proc: Operation not permitted').how).toContain('container')
  expect(findCause('bwrap: Unknown option --disable-userns').how).toContain('Update')
  expect(findCause('something else').why).toContain('something else')
})

it('removes secrets and access to secret stores from the environment', () => {
  expect(
    removeSecrets({
      PATH: '/bin',
      HOME: '/me',
      LANG: 'C',
      GITHUB_TOKEN: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      OPENAI_API_KEY: 'x',
      DB_PASSWORD: 'x',
      SSH_AUTH_SOCK: '/x',
      DISPLAY: ':0',
      DBUS_SESSION_BUS_ADDRESS: 'x',
      STRIPE_KEY: 'x',
      GITHUB_PAT: 'x',
      SENTRY_DSN: 'x',
      VSCODE_IPC_HOOK_CLI: '/x',
      TMUX: '/x',
      DATABASE_URL: 'postgres://me:secret@db/x',
      https_proxy: 'http://me:secret@proxy',
    }),
  ).toEqual({ PATH: '/bin', HOME: '/me', LANG: 'C', https_proxy: 'http://me:secret@proxy' })
})

it('hides files with secrets in the home folder, or the whole folders that hold them', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-home-')))
  onTestFinished(() => rmSync(home, { recursive: true }))
  for (const folder of ['.ssh', '.codex', '.cargo', 'data'])
    mkdirSync(join(home, folder))
  for (const file of ['.npmrc', '.ssh/id_rsa', '.codex/auth.json', '.cargo/credentials.toml', '.profile'])
    writeFileSync(join(home, file), '')
  const { hiddenFolders, hiddenFiles } = findSecretPaths({ home, dataFolder: join(home, 'data') })
  const listBelow = (paths: string[]) =>
    paths.filter(path => path.startsWith(home)).map(path => path.slice(home.length + 1)).sort()
  expect(listBelow(hiddenFolders)).toEqual(['.codex', '.ssh', 'data'])
  expect(listBelow(hiddenFiles)).toEqual(['.cargo/credentials.toml', '.npmrc'])
})
