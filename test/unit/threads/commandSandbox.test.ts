import type { SandboxTool } from '../../../src/main/sandbox/sandboxProbe'
import type { Settings } from '../../../src/shared/settings/settings'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Placeholders } from '../../../src/main/sandbox/placeholders'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { ThreadLog } from '../../../src/main/threads/log/threadLog'
import { CommandSandbox } from '../../../src/main/threads/requests/commandSandbox'
import { atOnce } from '../../bench/benchStore'
import { temporaryFolder } from '../../support/temporaryFolder'

const strict = { network: false, write: [] }

function createSandbox({ sandboxes, tool }: { sandboxes: (folder: string) => Settings['sandboxes'], tool: SandboxTool }) {
  const folder = temporaryFolder()
  const placeholders = new Placeholders(join(temporaryFolder(), 'placeholders.json'))
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const store = new ThreadStore(database)
  store.createThread({ threadId: 't', title: 'T', agentId: 'a', agentName: 'A', folder, additionalFolders: [], createdAt: 1 })
  const log = new ThreadLog({ threadId: 't', store, ...atOnce(), publish: () => undefined })
  onTestFinished(() => log.dispose())
  const sandbox = new CommandSandbox({
    folder,
    source: { sandboxes: () => sandboxes(folder), tool: () => Promise.resolve(tool), placeholders },
    dataFolder: temporaryFolder(),
    environment: { HOME: folder, A_TOKEN: 'secret' },
    log,
  })
  return { folder, log, sandbox }
}

describe('commands of a thread', () => {
  const none: SandboxTool = { kind: 'none', why: 'Bubblewrap is not installed.', how: 'Install it.' }

  it('are rejected if their folder needs a sandbox that does not work, and a notice says once what to do', async () => {
    const { folder, log, sandbox } = createSandbox({ sandboxes: folder => ({ [folder]: strict }), tool: none })

    await expect(sandbox.ensureReady()).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('Bubblewrap is not installed.'),
    })
    log.flush()
    await expect(sandbox.prepare({ cwd: folder, roots: [folder] })).rejects.toMatchObject({ code: 'unsupported' })

    log.flush()
    const notices = log.transcript.entries.flatMap(entry => entry.kind === 'notice' ? [entry.notice] : [])
    expect(notices).toEqual([
      expect.objectContaining({
        title: 'A command was not run, because it would have run outside its sandbox',
        description: expect.stringContaining('Install it. Or switch the sandbox off'),
      }),
    ])
  })

  it('are rejected while it is unknown whether their folder needs a sandbox', async () => {
    const { sandbox } = createSandbox({ sandboxes: () => 'unknown', tool: none })
    await expect(sandbox.ensureReady()).rejects.toMatchObject({ code: 'unsupported', message: expect.stringContaining('settings.json') })
  })

  it('run without a sandbox if their folder needs none', async () => {
    const { folder, sandbox } = createSandbox({ sandboxes: () => ({ '/elsewhere': strict }), tool: none })
    expect(await sandbox.prepare({ cwd: folder, roots: [folder] })).toBeUndefined()
  })

  it('in a sandbox on macOS have a temporary folder of their own, deleted after they have exited', async () => {
    const { folder, sandbox } = createSandbox({ sandboxes: folder => ({ [folder]: strict }), tool: { kind: 'seatbelt' } })

    const sandboxed = await sandbox.prepare({ cwd: folder, roots: [folder] })

    const { TMPDIR: temporary, A_TOKEN: token } = sandboxed!.sandbox.environment({ HOME: folder, A_TOKEN: 'secret' })
    expect(token).toBeUndefined()
    const { file, args } = sandboxed!.sandbox.line({ file: '/bin/sh', args: ['-c', 'true'] })
    expect([file, args[0], ...args.slice(2)]).toEqual(['/usr/bin/sandbox-exec', '-p', '/bin/sh', '-c', 'true'])
    expect(args[1]).toContain(`(subpath "${temporary}")`)
    expect(existsSync(temporary!)).toBe(true)
    await sandboxed!.ended()
    expect(existsSync(temporary!)).toBe(false)
  })
})
