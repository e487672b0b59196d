import type { AgentConnection } from '../../../src/main/agents/agentConnection'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect, program } from '../../agents/program'
import { temporaryFolder } from '../../support/temporaryFolder'

const sessions = [
  { sessionId: 'one', cwd: '/here', title: 'First', updatedAt: '2026-10-01T12:00:00Z', prompts: [] },
  { sessionId: 'two', cwd: '/here', prompts: [] },
  { sessionId: 'three', cwd: '/there', title: 'Third', prompts: [] },
]

async function connectLibrary(env: Record<string, string> = {}): Promise<AgentConnection> {
  const folder = temporaryFolder()
  await writeFile(join(folder, 'library.json'), JSON.stringify(sessions))
  const connection = await connect(program('../scripted/sessionLibrary', { SCRIPTED_STATE: folder, ...env }))
  await connection.ready
  return connection
}

describe('an agent\'s list of sessions', () => {
  it('is returned page by page, without invalid entries', async () => {
    const connection = await connectLibrary({ ODD: '1' })

    const first = await connection.calls.listSessions({})
    const second = await connection.calls.listSessions({ cursor: first.nextCursor })

    expect(first.sessions).toMatchObject([
      { sessionId: 'one', cwd: '/here', title: 'First', updatedAt: '2026-10-01T12:00:00Z' },
      { sessionId: 'two', cwd: '/here' },
    ])
    expect(first.sessions[1]).toMatchObject({ title: undefined, updatedAt: undefined })
    expect(second.sessions.map(({ sessionId }) => sessionId)).toEqual(['three'])
    expect(second.nextCursor).toBeUndefined()
  })

  it('assigns a session without a folder to the requested folder', async () => {
    const connection = await connectLibrary({ ODD: '1' })

    expect((await connection.calls.listSessions({ cwd: '/there' })).sessions.map(({ sessionId, cwd }) => [sessionId, cwd])).toEqual([
      ['no-folder', '/there'],
      ['three', '/there'],
    ])
  })

  it('omits a deleted session', async () => {
    const connection = await connectLibrary()

    await connection.calls.deleteSession('one')

    expect((await connection.calls.listSessions({})).sessions.map(({ sessionId }) => sessionId)).toEqual(['two', 'three'])
  })

  it.each([
    'session/list',
    'session/delete',
  ])('no longer advertises %s once the agent turns out not to support it', async (method) => {
    const connection = await connect(program('../scripted/claimsEverything', { MISSING: method }))
    await connection.ready
    const call = () => method === 'session/list' ? connection.calls.listSessions({}) : connection.calls.deleteSession('one')
    expect(connection.capabilities.sessionCapabilities).toMatchObject({ list: {}, delete: {} })

    await expect(call()).rejects.toMatchObject({ code: 'unsupported' })

    expect(connection.capabilities.sessionCapabilities).toMatchObject(
      method === 'session/list' ? { list: undefined, delete: {} } : { list: {}, delete: undefined },
    )
    expect(connection.capabilities.loadSession).toBe(true)
  })
})
