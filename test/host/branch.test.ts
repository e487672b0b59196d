import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { TestThread } from '../support/testThread'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

const agents = { Shows: scripted('showsPrompt', { EMBEDDED: '1' }) }
const text = (words: string) => [{ type: 'text' as const, text: words }]
const wordsOf = (content: readonly ContentBlock[]) => content.map(block => block.type === 'text' ? block.text : block.type)
const said = (thread: TestThread) => thread.of('user').map(({ content }) => wordsOf(content))

async function branch(host: TestHost, thread: TestThread, at: number, words: string): Promise<TestThread> {
  const { promptId } = thread.of('user')[at]!
  const { threadId } = await host.client.branchThread({ threadId: thread.threadId, promptId: promptId!, content: text(words) })
  const branched = await host.openThread(threadId)
  await branched.until(() => said(branched).flat().includes(words) && !branched.transcript.head.turnOpen)
  return branched
}

/** The transcript that was sent with the last message. */
function givenTo(thread: TestThread): string {
  const block = thread.of('user').at(-1)!.content.find(({ type }) => type === 'resource')
  return block?.type === 'resource' && 'text' in block.resource ? block.resource.text : ''
}

describe('an earlier message that is edited and sent again', () => {
  it('continues in a new thread with the conversation so far, and leaves the old one unchanged', async () => {
    const host = await testHost({ agents })
    const thread = await host.startThread('Shows')
    await thread.ask('one')
    await thread.ask('two')
    await thread.ask('three')
    const before = thread.text

    const branched = await branch(host, thread, 1, 'two, but better')

    expect(said(branched)).toEqual([['one'], ['two, but better', 'resource']])
    expect(branched.text).toContain('! branch of one (Shows)')
    expect(givenTo(branched)).toContain('> one')
    expect(givenTo(branched)).not.toContain('> two')
    expect(branched.summary).toMatchObject({ title: 'one (edited)', agentName: 'Shows', folder: host.workspace })
    expect(branched.transcript.head.session?.sessionId).not.toBe(thread.transcript.head.session?.sessionId)
    expect(branched.transcript.head.queue).toBeUndefined()
    expect(thread.text.trim()).toBe(`${before.trim()}\n! branched into one (edited) (Shows)`)

    // The branch's own first message contains everything above it, which the next branch gets once.
    const again = await branch(host, branched, 1, 'two, at last')
    expect(said(again)).toEqual([['one'], ['two, at last', 'resource']])
    await branched.ask('next')
    const later = await branch(host, branched, 2, 'next, but better')
    expect(givenTo(later).match(/^> one$/gm)).toHaveLength(1)
  })

  it('gets no transcript if it is the first message; its branch survives a restart', async () => {
    const host = await testHost({ agents })
    const thread = await host.startThread('Shows')
    await thread.ask('one')
    const branched = await branch(host, thread, 0, 'another one')
    expect(said(branched)).toEqual([['another one']])

    const again = await host.restart()
    const reopened = await again.openThread(branched.threadId)
    expect(reopened.text).toBe(branched.text)
    await expect(again.client.branchThread({ threadId: thread.threadId, promptId: 'gone', content: text('x') }))
      .rejects
      .toMatchObject({ code: 'not_found' })
  })
})
