import type { RuleDraft } from '../../src/renderer/composables/useDialogs'
import type { TestThread } from '../support/testThread'
import { expect } from 'vitest'
import { createDraft, toRule } from '../../src/renderer/components/rules/ruleDraft'
import { openPermissions } from '../../src/shared/thread/selectors'
import { named } from '../support/namedAgent'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const commands = ['touch one.txt', 'cp one.txt two.txt', 'mv two.txt three.txt', 'rm three.txt']
const task = [...commands.map(line => `run ${line}`), 'write a.txt', 'write b.txt'].join('\n')

export const agents: Readonly<Record<string, () => ReturnType<typeof named>>> = {
  Claude: () => named('claude-agent-acp', scripted('plainTask', { DIALECT: 'claude' })),
  Codex: () => named('codex-acp', scripted('plainTask', { DIALECT: 'codex' })),
  Kimi: () => named('kimi', scripted('kimiDialect')),
  OpenCode: () => named('opencode', scripted('plainTask', { DIALECT: 'opencode' })),
  Copilot: () => named('copilot', scripted('plainTask', { DIALECT: 'copilot' })),
  Cline: () => named('cline', scripted('plainTask', { DIALECT: 'cline' })),
  Grok: () => named('grok', scripted('plainTask', { DIALECT: 'grok' })),
}

/**
 * Does the task, and says yes to each question, with `forThread` to the first command for all that follow. Answers how
 * many questions a person saw, and the rules that the window would propose for them.
 */
async function doTask(thread: TestThread, { forThread = false } = {}): Promise<{ dialogs: number, drafts: RuleDraft[] }> {
  const answered = new Map<string, Promise<void>>()
  const drafts: RuleDraft[] = []
  await thread.send(task)
  await thread.until(() => {
    for (const entry of openPermissions(thread.transcript)) {
      const { requestId, options, own } = entry.request
      if (answered.has(requestId))
        continue
      drafts.push(createDraft(entry, thread.summary))
      const once = options.find(({ kind }) => kind === 'allow_once')!
      const scope = forThread && answered.size === 0 && own?.thread ? { scope: 'thread' as const } : {}
      answered.set(requestId, thread.answer(once.optionId, requestId, scope))
    }
    return thread.turnEnds.length > 0
  })
  await Promise.all(answered.values())
  return { dialogs: answered.size, drafts }
}

/**
 * A task of four commands and two files asks six times, three times once commands are allowed, and never with rules.
 */
export async function asksNoMoreThanNeeded(name: string): Promise<void> {
  const host = await testHost({ agents: { [name]: await agents[name]!() } })
  const { dialogs, drafts } = await doTask(await host.startThread(name))
  expect(dialogs).toBe(6)
  expect(await doTask(await host.startThread(name), { forThread: true })).toMatchObject({ dialogs: 3 })

  for (const draft of drafts)
    await host.client.saveRule({ rule: toRule(draft) })
  expect(await doTask(await host.startThread(name))).toMatchObject({ dialogs: 0 })
}
