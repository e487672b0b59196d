import { expect, it } from 'vitest'
import { named } from '../support/namedAgent'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'
import { asksNoMoreThanNeeded } from './dialogTask'

// The other agents: dialogs.slow.test.ts.
it.each(['Claude', 'Kimi', 'Grok'])(
  '%s asks six times in a task, three times once the thread allows commands, never if rules cover it',
  asksNoMoreThanNeeded,
)

it('asks again about an approved command of Grok if it sets unusual variables', async () => {
  const more = [
    {},
    { MAVEN_OPTS: '-javaagent:planted.jar' },
    { GROK_SESSION_ID: 'another' },
    { NODE_OPTIONS: '--require ./planted.js' },
  ]
  const grok = async (variables: object): ReturnType<typeof named> =>
    named('grok', scripted('plainTask', { DIALECT: 'grok', MORE_VARIABLES: JSON.stringify(variables) }))
  const all = await Promise.all(more.map(async (variables, index) => [`Grok ${index}`, await grok(variables)] as const))
  const host = await testHost({ agents: Object.fromEntries(all) })
  const askers = await Promise.all(all.map(async ([name]) => {
    const thread = await host.startThread(name)
    await thread.ask('run touch one.txt')
    return thread.of('permission').map(({ request }) => request.from).join()
  }))
  expect(askers).toEqual(['agent', 'agent,parley', 'agent,parley', 'agent,parley'])
})
