import type { TestHost } from '../support/testHost'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

async function toUnread({ client }: TestHost, threadId: string): Promise<string | undefined> {
  return (await client.listThreads({})).find(thread => thread.threadId === threadId)?.unread
}

function markOnDisk({ dataFolder }: TestHost): unknown {
  const sql = new Database(join(dataFolder, 'parley.db'), { readonly: true })
  try {
    return sql.prepare('SELECT mark FROM threads').pluck().get()
  }
  finally {
    sql.close()
  }
}

describe('an unread thread', () => {
  it('is marked, even after a restart, until a window shows it', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.ask('hello')
    const { threadId } = thread
    await thread.until(() => thread.summary.unread === 'ended')

    const later = await host.restart()
    expect(await toUnread(later, threadId)).toBe('ended')
    await later.client.lookAt({ threadId, isInFront: false })
    await later.openThread(threadId)
    expect(await toUnread(later, threadId)).toBe('ended')

    await later.client.lookAt({ threadId, isInFront: true })
    expect(await toUnread(later, threadId)).toBeUndefined()
    const last = await later.restart()
    expect(await toUnread(last, threadId)).toBeUndefined()
  })

  it('is not marked while a focused window shows it', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    const { threadId } = thread
    const another = host.connectAnother()
    await another.host.lookAt({ threadId, isInFront: true })
    await thread.ask('hello')
    expect(await toUnread(host, threadId)).toBeUndefined()

    another.close()
    await thread.ask('hello')
    await thread.until(() => thread.summary.unread === 'ended')
    await thread.ask('silence') // ends well, without output
    await thread.until(() => thread.summary.unread === 'failed')
  })

  it('is marked if its agent writes after the turn, while out of view', async () => {
    const host = await testHost({ agents: { Talks: scripted('speaksUnasked') } })
    const thread = await host.startThread('Talks')
    const { threadId } = thread
    await host.client.lookAt({ threadId, isInFront: true })
    await thread.ask('hello')
    await host.client.setMode({ threadId, modeId: 'plan' })
    expect(await toUnread(host, threadId)).toBeUndefined()

    await host.client.lookAt({ threadId, isInFront: false })
    await host.client.setMode({ threadId, modeId: 'ask' })
    await thread.until(() => thread.summary.unread === 'said')
  })

  it('is marked if Parley\'s exit interrupted its turn, even if a window shows it', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    const { threadId } = thread
    await host.client.lookAt({ threadId, isInFront: true })
    await thread.send('permission')
    await thread.until(() => thread.summary.waiting === 1)
    expect(thread.summary.unread).toBeUndefined()
    expect(markOnDisk(host)).toBe('working') // the state after a kill

    const later = await host.restart()
    expect(await toUnread(later, threadId)).toBe('interrupted')
    await later.openThread(threadId)
    expect(await toUnread(later, threadId)).toBe('interrupted')
    await later.client.lookAt({ threadId, isInFront: true })
    expect(await toUnread(later, threadId)).toBeUndefined()
  })
})

it('a turn that ends out of view is announced in all windows', async () => {
  const host = await testHost()
  const thread = await host.startThread()
  await host.client.lookAt({ isInFront: true })
  const news = host.next('news')
  await thread.ask('hello')
  expect(await news).toEqual({ threadId: thread.threadId, kind: 'ended', isAway: false })
})
