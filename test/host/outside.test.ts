import type { TestThread } from '../support/testThread'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPermissions } from '../../src/shared/thread/selectors'
import { hostile } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

/** A puppet, and a folder outside its workspace with two files and a link that leads further. */
async function puppet(): Promise<{ host: TestHost, thread: TestThread, outside: string, play: (steps: unknown[]) => Promise<void> }> {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const elsewhere = temporaryFolder('parley-elsewhere-')
  const outside = join(elsewhere, 'outside')
  await mkdir(join(elsewhere, 'further'))
  await mkdir(outside)
  await writeFile(join(outside, 'one.txt'), 'one')
  await writeFile(join(outside, 'two.txt'), 'two')
  await writeFile(join(elsewhere, 'further/secret.txt'), 'secret')
  await symlink(join(elsewhere, 'further'), join(outside, 'link'))
  const thread = await host.startThread('Puppet')
  return { host, thread, outside, play: steps => thread.send(JSON.stringify(steps)) }
}

const read = (path: string): unknown => ({ ask: ['fs/read_text_file', { path }] })
const write = (path: string): unknown => ({ ask: ['fs/write_text_file', { path, content: 'changed' }] })

/** Answers each question with the next option, and returns their number. */
async function answering(thread: TestThread, optionIds: string[]): Promise<number> {
  const before = thread.turnEnds.length
  let asked = 0
  for (;;) {
    await thread.until(() => openPermissions(thread.transcript).length > 0 || thread.turnEnds.length > before)
    if (thread.turnEnds.length > before)
      return asked
    const { requestId } = openPermissions(thread.transcript)[0]!.request
    await thread.answer(optionIds[asked++] ?? 'deny', requestId)
    await thread.until(() => !openPermissions(thread.transcript).some(({ request }) => request.requestId === requestId))
  }
}

describe('a path outside the workspace', () => {
  it.each([
    ['allow_once', 3],
    ['allow_thread', 1],
    ['allow_folder', 2],
    ['deny', 2],
    ['deny_all', 1],
  ])('answered with %s: reading it twice and its neighbour once asks %i times', async (optionId, questions) => {
    const { thread, outside, play } = await puppet()

    await play([read(join(outside, 'one.txt')), read(join(outside, 'one.txt')), read(join(outside, 'two.txt'))])

    expect(await answering(thread, [optionId])).toBe(questions)
  })

  it('that may be read in this thread still needs permission to be written', async () => {
    const { thread, outside, play } = await puppet()

    await play([read(join(outside, 'one.txt')), write(join(outside, 'two.txt'))])

    expect(await answering(thread, ['allow_thread'])).toBe(2)
    expect(thread.text).toContain('fs/write_text_file failed: File access denied')
  })

  it('is not reached through a link in an allowed folder', async () => {
    const { thread, outside, play } = await puppet()

    await play([read(join(outside, 'one.txt')), read(join(outside, 'link/secret.txt'))])

    expect(await answering(thread, ['allow_thread'])).toBe(2)
    expect(thread.text).not.toContain('"secret"')
  })

  it('that is always allowed in this folder stays allowed after a restart', async () => {
    const { host, thread, outside, play } = await puppet()
    await play([read(join(outside, 'one.txt'))])
    await answering(thread, ['allow_folder'])

    const reopened = await (await host.restart()).openThread(thread.threadId)
    await reopened.send(JSON.stringify([read(join(outside, 'one.txt')), read(join(outside, 'two.txt'))]))

    expect(await answering(reopened, [])).toBe(1)
    expect(reopened.text.match(/"content":"one"/g)).toHaveLength(2)
  })

  it('that often holds secrets needs permission each time, even if its folder is allowed', async () => {
    const { thread, outside, play } = await puppet()
    await writeFile(join(outside, '.env'), 'KEY=1')

    await play([read(join(outside, 'one.txt')), read(join(outside, '.env')), read(join(outside, '.env'))])

    expect(await answering(thread, ['allow_thread', 'allow_once'])).toBe(3)
    expect(thread.text.match(/KEY=1/g)).toHaveLength(1)
    expect(thread.of('permission').map(({ request }) => request.options.length)).toEqual([5, 3, 3])
  })

  it('is rejected without asking if it is relative, uses `..`, or leaves the workspace through a link', async () => {
    const { host, thread, outside, play } = await puppet()
    await symlink(outside, join(host.workspace, 'out'))

    await play(
      ['one.txt', '../one.txt', `${host.workspace}/../one.txt`, join(host.workspace, 'out/one.txt'), `${outside}/one.txt\0`].map(read),
    )

    expect(await answering(thread, [])).toBe(0)
    expect(thread.text.match(/fs\/read_text_file failed/g)).toHaveLength(5)
  })
})

describe('a thread\'s folder', () => {
  it('that became a link while Parley was closed is not followed', async () => {
    const { host, thread, outside } = await puppet()
    await host.dispose()
    await rename(host.workspace, `${host.workspace}.away`)
    await symlink(outside, host.workspace)
    onTestFinished(() => rm(`${host.workspace}.away`, { recursive: true, force: true }))

    const reopened = await (await host.restart()).openThread(thread.threadId)

    await expect(reopened.send('[]')).rejects.toMatchObject({
      code: 'folder_not_found',
      message: expect.stringContaining(`has become a link to "${outside}"`),
    })
    expect(reopened.turnEnds).toEqual([])
  })
})

describe('Parley\'s own data folder', () => {
  it('is closed to agents, even inside the workspace', async () => {
    const folder = temporaryFolder('parley-all-')
    const dataFolder = join(folder, 'data')
    await mkdir(dataFolder)
    const host = await testHost({ dataFolder, workspace: folder })
    const thread = await host.startThread()

    await thread.ask(`outside ${join(dataFolder, 'parley.db')}`)

    expect(thread.text).toContain('File access denied: path outside workspace')
    expect(thread.of('permission')).toHaveLength(0)
    const [demo] = await host.client.listAgents({})
    await expect(host.client.startThread({ agentId: demo!.agentId, folder: dataFolder, command: demo!.command })).rejects.toMatchObject({
      code: 'folder_not_found',
    })
  })
})
