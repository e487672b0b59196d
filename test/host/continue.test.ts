import type { TestThread } from '../support/testThread'
import { describe, expect, it } from 'vitest'
import { createTranscriptBlock } from '../../src/shared/thread/text/transcriptText'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

const agents = { First: scripted('showsPrompt'), Embeds: scripted('showsPrompt', { EMBEDDED: '1' }), Plain: scripted('showsPrompt') }

async function resume(host: TestHost, source: TestThread, agentName: string): Promise<TestThread> {
  const agent = (await host.client.listAgents({})).find(({ name }) => name === agentName)!
  const { threadId } = await host.client.startThread({
    agentId: agent.agentId,
    folder: host.workspace,
    command: agent.command,
    continues: source.threadId,
  })
  return host.openThread(threadId)
}

/** Like the composer. */
async function withTranscript(host: TestHost, thread: TestThread, words: string) {
  const { threadId, title } = thread.transcript.head.transcriptOffer!
  const transcript = await host.client.readTranscriptText({ threadId })
  return [{ type: 'text' as const, text: words }, createTranscriptBlock(title, transcript)]
}

function said(thread: TestThread) {
  return thread.transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.content : []))
    .map(block => (block.type === 'text' ? block.text : ''))
    .join('')
}

describe('a thread continued with another agent', () => {
  it('names the continued thread and offers its transcript until the first prompt, even after a restart', async () => {
    const host = await testHost({ agents })
    const first = await host.startThread('First')
    await first.ask('Count the files')
    const before = { transcript: first.transcript, summary: (await host.client.listThreads({}))[0] }

    const thread = await resume(host, first, 'Embeds')

    expect(thread.text).toContain('! continues Count the files (First)')
    expect(thread.transcript.head.transcriptOffer).toEqual({ threadId: first.threadId, title: 'Count the files' })
    expect((await host.client.listThreads({})).find(({ threadId }) => threadId === first.threadId)).toEqual(before.summary)
    expect(await host.client.openThread({ threadId: first.threadId })).toEqual(before.transcript)
    await thread.until(() => thread.transcript.head.session !== undefined)
    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask(await withTranscript(again, reopened, 'Go on'))
    expect(reopened.transcript.head.transcriptOffer).toBeUndefined()
  })

  it('sends the transcript as an embedded Markdown file if the agent accepts those', async () => {
    const host = await testHost({ agents })
    const first = await host.startThread('First')
    await first.ask('Count the files')
    const thread = await resume(host, first, 'Embeds')

    await thread.ask(await withTranscript(host, thread, 'Go on'))

    expect(said(thread)).toContain('[resource text/markdown] # Transcript of Count the files')
    expect(said(thread)).toContain('> Count the files')
  })

  it('sends the transcript as text to other agents, and stores it as an attachment', async () => {
    const host = await testHost({ agents })
    const first = await host.startThread('First')
    await first.ask('Count the files')
    const thread = await resume(host, first, 'Plain')

    await thread.ask(await withTranscript(host, thread, 'Go on'))

    expect(said(thread)).toContain('[text ] Go on')
    expect(said(thread)).toContain('[text ] # Transcript of Count the files')
    expect(thread.of('user')[0]?.content.map(({ type }) => type)).toEqual(['text', 'resource'])
    await expect(thread.send([{ type: 'resource', resource: { uri: 'attachment:///a.txt', text: 'x' } }])).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it('gets a transcript with entries that are no longer in memory', async () => {
    const host = await testHost({ agents })
    const first = await host.startThread('First')
    for (let turn = 0; turn < 30; turn++)
      await first.ask(`Question ${turn}.`)
    const again = await host.restart()
    expect((await again.client.openThread({ threadId: first.threadId })).firstIndex).toBeGreaterThan(0)

    const text = await again.client.readTranscriptText({ threadId: first.threadId })

    expect(text.match(/^> Question \d+\.$/gm)).toHaveLength(30)
    expect(text).not.toContain('Left out')
    const markdown = await again.client.readThreadMarkdown({ threadId: first.threadId })
    expect(markdown).toMatch(/^# Question 0/)
    expect(markdown.match(/^\*\*You\*\*\n\nQuestion \d+\.$/gm)).toHaveLength(30)
  })

  it('does not start if the continued thread does not exist', async () => {
    const host = await testHost({ agents })
    await expect(resume(host, { threadId: 'gone' } as TestThread, 'Plain')).rejects.toMatchObject({ code: 'not_found' })
    expect(await host.client.listThreads({})).toEqual([])
  })
})
