import type { AgentListing } from '../../../src/shared/contract/agentListing'
import type { HostHandlers } from '../../../src/shared/contract/contract'
import type { ListedSession, SessionPage } from '../../../src/shared/contract/methods/agentMethods'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import SessionsDialog from '../../../src/renderer/components/sessions/SessionsDialog.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { HostError } from '../../../src/shared/errors'
import { standInGreeting as greeting, hostStandIn } from './hostStandIn'

const one: AgentListing = { agentId: 'one', name: 'One', source: 'settings', state: 'ready', command: 'one --acp' }
const other: AgentListing = { agentId: 'other', name: 'Other', source: 'settings', state: 'ready', command: 'other --acp' }
const loadAgents = vi.fn(() => Promise.resolve())

let dialog: VueWrapper
function show(handlers: Partial<HostHandlers>) {
  const { connection } = hostStandIn({ preflightAgent: () => [], ...handlers })
  dialog = mount(SessionsDialog, {
    attachTo: document.body,
    props: { agents: [one, other], folders: [], greeting, from: { agentId: 'one', folder: '/w' }, loadAgents },
    global: { provide: { [hostKey as symbol]: connection } },
  })
}
afterEach(() => dialog.unmount())

function makeSession(sessionId: string, more: Partial<ListedSession> = {}): ListedSession {
  return {
    sessionId,
    folder: '/w',
    additionalFolders: [],
    title: sessionId,
    ...more,
  }
}
function makePage(sessions: ListedSession[], more: Partial<SessionPage> = {}): SessionPage {
  return {
    sessions,
    canList: true,
    canOpen: true,
    canDelete: true,
    ...more,
  }
}
const listTitles = () => dialog.findAll('[role=radiogroup] .title').map(title => title.text())
const findButton = (text: string) => dialog.findAll('button').find(button => button.text() === text)!

it('draws the first of many sessions with long names, and more of them on demand', async () => {
  const long = { title: 't'.repeat(5_000), folder: 'f'.repeat(4_000) }
  const sessions = Array.from({ length: 200 }, (_, index) => makeSession(`${index}`, long))
  show({ listSessions: () => makePage(sessions) })
  await flushPromises()
  const drawn = listTitles()
  expect(drawn.length).toBeLessThan(50)
  expect(drawn[0]!.length).toBeLessThanOrEqual(200)
  await dialog.get('[role=radiogroup] button').trigger('click')
  expect(listTitles().length).toBeGreaterThan(drawn.length)
})

it('shows each session once, latest first, and writes out misleading characters of titles', async () => {
  const answers = [
    makePage([makeSession('old', { updatedAt: 1 }), makeSession('twice', { updatedAt: 2 })], { nextCursor: 'next' }),
    makePage([makeSession('twice', { updatedAt: 2 }), makeSession('new', { updatedAt: 3, title: 'new\u202Ewen' }), makeSession('undated')]),
  ]
  const listSessions = vi.fn(() => answers.shift()!)
  show({ listSessions })
  await flushPromises()
  await findButton('Show more').trigger('click')
  await flushPromises()

  expect(listTitles()).toEqual(['new⟨U+202E⟩wen', 'twice', 'old', 'undated'])
  expect(listSessions).toHaveBeenLastCalledWith({ agentId: 'one', command: 'one --acp', folder: '/w', inAllFolders: false, cursor: 'next' })
  expect(findButton('Show more')).toBeUndefined()
})

it('keeps the listed sessions when a page fails, and Retry requests that page again', async () => {
  let isBroken = true
  const listSessions = vi.fn(({ cursor }: { cursor?: string }) => {
    if (cursor === undefined)
      return makePage([makeSession('first')], { nextCursor: 'next' })
    if (isBroken)
      throw new HostError('agent_failed', 'The disk is full.')
    return makePage([makeSession('second')])
  })
  show({ listSessions })
  await flushPromises()
  await findButton('Show more').trigger('click')
  await flushPromises()
  expect(dialog.get('[role=alert]').text()).toContain('The disk is full.')
  expect(listTitles()).toEqual(['first'])

  isBroken = false
  await findButton('Retry').trigger('click')
  await flushPromises()
  expect(listTitles()).toEqual(['first', 'second'])
  expect(dialog.find('[role=alert]').exists()).toBe(false)
})

it('stops if an agent’s pages repeat, and says that it listed more than is shown', async () => {
  const next: Record<string, string> = { start: 'one', one: 'two', two: 'one' }
  const listSessions = vi.fn(({ cursor = 'start' }: { cursor?: string }) =>
    makePage([makeSession(cursor)], { nextCursor: next[cursor]!, ...(cursor === 'start' && { isCut: true }) }),
  )
  show({ listSessions })
  await flushPromises()
  for (const times of [2, 3]) {
    await findButton('Show more').trigger('click')
    await flushPromises()
    expect(listSessions).toHaveBeenCalledTimes(times)
  }

  expect(findButton('Show more')).toBeUndefined()
  expect(listTitles()).toEqual(['start', 'one', 'two'])
  expect(dialog.findAll('[role=status]').some(status => status.text().includes('some are left out'))).toBe(true)
})

it('ignores the answer to an outdated request', async () => {
  let answerFirst: (page: SessionPage) => void = () => undefined
  show({
    listSessions: ({ agentId }) =>
      agentId === 'one' ? new Promise<SessionPage>(resolve => (answerFirst = resolve)) : makePage([makeSession('of the other')]),
  })
  await flushPromises()
  await dialog.get('select').setValue('other')
  await dialog.get('form').trigger('submit')
  await flushPromises()
  answerFirst(makePage([makeSession('of the first')]))
  await flushPromises()

  expect(listTitles()).toEqual(['of the other'])
})

it('opens a session with the command and in the folders that are shown', async () => {
  const openSession = vi.fn(() => ({ threadId: 't1' }))
  show({ openSession, listSessions: () => makePage([makeSession('far', { folder: '/far', additionalFolders: ['/a', '/b'] })]) })
  await flushPromises()
  await dialog.get('input[value=far]').trigger('change')
  const details = dialog.get('form[aria-label="Chosen session"]')
  expect(details.findAll('code').map(code => code.text())).toEqual(['/far', 'one --acp', '/a', '/b'])
  await details.get('input[type=checkbox]').trigger('change')
  await details.trigger('submit')
  await flushPromises()

  expect(openSession).toHaveBeenCalledExactlyOnceWith({
    agentId: 'one',
    command: 'one --acp',
    sessionId: 'far',
    folder: '/far',
    title: 'far',
    additionalFolders: ['/b'],
  })
  expect(dialog.emitted('opened')).toEqual([['t1']])
})

it('reloads the agents if the command has changed since it was shown', async () => {
  show({ listSessions: () => Promise.reject(new HostError('command_changed', 'changed')) })
  await flushPromises()

  expect(loadAgents).toHaveBeenCalledOnce()
  expect(dialog.get('[role=alert]').text()).toContain('has changed')
})

it('opens the existing thread of a session, and does not offer to delete it here', async () => {
  show({ listSessions: () => makePage([makeSession('mine', { threadId: 't7' })]) })
  await flushPromises()
  await dialog.get('input[value=mine]').trigger('change')
  expect(findButton('Delete')).toBeUndefined()
  await dialog.get('form[aria-label="Chosen session"]').trigger('submit')

  expect(dialog.emitted('opened')).toEqual([['t7']])
})
