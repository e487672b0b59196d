import type { TestThread } from '../support/testThread'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

const agents = { Folders: scripted('foldersAgent'), One: scripted('foldersAgent', { ONE_FOLDER: '1' }) }

async function start(host: TestHost, agentName: string, additionalFolders: readonly string[]): Promise<TestThread> {
  const agent = (await host.client.listAgents({})).find(({ name }) => name === agentName)!
  const { threadId } = await host.client.startThread({
    agentId: agent.agentId,
    folder: host.workspace,
    additionalFolders: [...additionalFolders],
    command: agent.command,
  })
  return host.openThread(threadId)
}

function lastSaid(thread: TestThread) {
  return thread.transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.content : []))
    .map(block => (block.type === 'text' ? block.text : ''))
    .at(-1)
    ?.replaceAll('`', '')
}

describe('additional folders', () => {
  it('are passed to an agent that supports them, even when its session is resumed after a restart', async () => {
    const host = await testHost({ agents })
    const more = temporaryFolder('parley-more-')
    const thread = await start(host, 'Folders', [more])
    await thread.ask('opened')
    expect(JSON.parse(lastSaid(thread)!)).toEqual({ how: 'new', cwd: host.workspace, additionalDirectories: [more] })

    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask('opened')

    expect(JSON.parse(lastSaid(reopened)!)).toEqual({ how: 'resume', cwd: host.workspace, additionalDirectories: [more] })
    expect(reopened.summary.additionalFolders).toEqual([more])
    expect(reopened.transcript.head.session?.additionalFolders).toEqual([more])
  })

  it('need the same permissions as the first', async () => {
    const host = await testHost({ agents })
    const more = temporaryFolder('parley-more-')
    const thread = await start(host, 'Folders', [more])

    await thread.ask(`write ${join(more, 'hello.txt')}`)
    await thread.ask(`run ${more}`)

    expect(existsSync(join(more, 'hello.txt'))).toBe(true)
    // The command itself is asked about, but not its folder.
    expect(thread.of('permission').map(({ request }) => request.subject?.kind)).toEqual(['command'])
    expect(thread.text).toContain('terminal/create done')
  })

  it('have the same protected files as the first', async () => {
    const host = await testHost({ agents })
    const more = temporaryFolder('parley-more-')
    const thread = await start(host, 'Folders', [more])

    await thread.ask(`write ${join(more, '.git/hooks/post-checkout')}`, { answer: 'reject_once' })

    expect(thread.of('permission').map(({ request }) => request.subject?.kind)).toEqual(['protected_file'])
    expect(existsSync(join(more, '.git'))).toBe(false)
  })

  it('are outside the workspace if the agent supports only one folder, and the thread says so', async () => {
    const host = await testHost({ agents })
    const more = temporaryFolder('parley-more-')
    const thread = await start(host, 'One', [more])

    await thread.ask('opened')
    expect(JSON.parse(lastSaid(thread)!)).toEqual({ how: 'new', cwd: host.workspace })
    await thread.ask(`write ${join(more, 'hello.txt')}`, { answer: 'reject_once' })

    expect(thread.of('permission').map(({ request }) => request.subject?.kind)).toEqual(['path'])
    expect(existsSync(join(more, 'hello.txt'))).toBe(false)
    expect(thread.of('notice').map(({ notice }) => notice.title)).toEqual(['One only knows the first folder of this thread'])
    expect(thread.transcript.head.session?.additionalFolders).toBeUndefined()
  })

  it('that are missing are omitted, with a notice', async () => {
    const host = await testHost({ agents })
    const more = temporaryFolder('parley-more-')
    const thread = await start(host, 'Folders', [more])
    await thread.ask('opened')
    rmSync(more, { recursive: true })

    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask('opened')

    expect(JSON.parse(lastSaid(reopened)!)).toEqual({ how: 'resume', cwd: host.workspace })
    expect(reopened.of('notice').at(-1)?.notice).toMatchObject({ title: 'A folder of this thread is not there any more' })
  })

  it.each([
    ['is not an absolute path', () => 'src', /not a whole path/],
    ['does not exist', (workspace: string) => `${workspace}-nowhere`, /does not exist/],
    ['is a file', (workspace: string) => join(workspace, 'file.txt'), /is a file/],
    ['is the first folder', (workspace: string) => workspace, /chosen twice/],
    ['is a link to the first folder', (workspace: string) => join(workspace, '../link-to-it'), /chosen twice/],
    ['is inside the first folder', (workspace: string) => join(workspace, 'inner'), /lies in/],
    ['contains the first folder', (workspace: string) => join(workspace, '..'), /do not lie in one another/],
  ])('are rejected if one %s', async (_, pathOf, words) => {
    const parent = temporaryFolder('parley-parent-')
    const workspace = join(parent, 'work')
    mkdirSync(join(workspace, 'inner'), { recursive: true })
    writeFileSync(join(workspace, 'file.txt'), '')
    symlinkSync(workspace, join(parent, 'link-to-it'))
    const host = await testHost({ agents, workspace })

    await expect(start(host, 'Folders', [pathOf(workspace)])).rejects.toMatchObject({
      code: 'additional_folder',
      message: expect.stringMatching(words) as string,
    })

    expect(await host.client.listThreads({})).toEqual([])
  })
})
