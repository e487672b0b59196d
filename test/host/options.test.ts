import type { TestThread } from '../support/testThread'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

function current(thread: TestThread) {
  return Object.fromEntries((thread.transcript.head.configOptions ?? []).map(({ id, currentValue }) => [id, currentValue]))
}
function lastSaid(thread: TestThread) {
  return thread.transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.content : []))
    .map(block => (block.type === 'text' ? block.text : ''))
    .at(-1)
    ?.replaceAll('`', '')
}
const ready = (thread: TestThread) => thread.until(() => thread.transcript.head.session !== undefined)
function settings(host: TestHost) {
  return JSON.parse(readFileSync(join(host.dataFolder, 'settings.json'), 'utf8')) as { agent_servers: Record<string, object> }
}

describe('options', () => {
  it('can be changed during a turn, and the others follow the agent\'s response', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    const thread = await host.startThread('Options')
    await ready(thread)
    await thread.send('wait')

    await host.client.setConfigOption({ threadId: thread.threadId, configId: 'model', value: 'big' })

    expect(current(thread)).toMatchObject({ model: 'big', effort: 'low' })
    expect(thread.transcript.head.turnOpen).toBe(true)
    await thread.cancel()
    await thread.turnEnd()
  })

  it('keep their values if the agent refuses a change, and report its reason', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    const thread = await host.startThread('Options')
    await ready(thread)

    await expect(host.client.setConfigOption({ threadId: thread.threadId, configId: 'model', value: 'none' })).rejects.toMatchObject({
      message: 'There is no model "none".',
    })

    expect(current(thread)).toMatchObject({ model: 'small' })
  })

  it('show a value that is not listed, and omit options of unknown kinds', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    const thread = await host.startThread('Options')

    await thread.ask('stale')

    expect(current(thread)).toMatchObject({ model: 'retired' })
    expect(current(thread)).not.toHaveProperty('slider')
  })
})

describe('the models of an agent that has no options', () => {
  const older = scripted('optionsAgent', { OPTIONS_LEGACY: 'models' })

  it('are shown as an option, set by session/set_model, and restored after a restart', async () => {
    const host = await testHost({ agents: { Older: older } })
    const thread = await host.startThread('Older')
    await ready(thread)
    expect(current(thread)).toEqual({ mode: 'ask', model: 'small' })

    await host.client.setConfigOption({ threadId: thread.threadId, configId: 'model', value: 'big' })
    await host.client.setConfigOption({ threadId: thread.threadId, configId: 'mode', value: 'plan' })
    await expect(host.client.setConfigOption({ threadId: thread.threadId, configId: 'model', value: 'sealed' })).rejects.toMatchObject({
      message: 'The model is sealed.',
    })
    expect(current(thread)).toEqual({ mode: 'plan', model: 'big' })

    const reopened = await (await host.restart()).openThread(thread.threadId)
    await reopened.ask('options')
    expect(JSON.parse(lastSaid(reopened)!)).toMatchObject({ mode: 'plan', model: 'big' })
  })

  it('can have a default', async () => {
    const host = await testHost({ agents: { Older: { ...older, default_mode: 'act', default_config_options: { model: 'big' } } } })
    const thread = await host.startThread('Older')

    await thread.ask('options')

    expect(JSON.parse(lastSaid(thread)!)).toMatchObject({ mode: 'act', model: 'big' })
  })

  it('are ignored if the agent has options', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    const thread = await host.startThread('Options')
    await ready(thread)

    await host.client.setConfigOption({ threadId: thread.threadId, configId: 'model', value: 'big' })

    expect(current(thread)).toMatchObject({ model: 'big', effort: 'low' })
  })
})

describe('defaults of an agent', () => {
  const agents = {
    Options: { ...scripted('optionsAgent'), default_mode: 'plan', default_config_options: { effort: 'high', model: 'big', verbose: true } },
  }

  it('apply to the first prompt, even if one is available only because of another', async () => {
    const host = await testHost({ agents })
    const thread = await host.startThread('Options')

    await thread.ask('options')

    expect(JSON.parse(lastSaid(thread)!)).toEqual({ model: 'big', effort: 'high', mode: 'plan', isVerbose: true })
    expect(thread.of('notice')).toEqual([])
  })

  it('apply to resumed sessions, except for options that the person chose in the thread', async () => {
    const host = await testHost({ agents })
    const thread = await host.startThread('Options')
    await thread.ask('options')
    await host.client.setConfigOption({ threadId: thread.threadId, configId: 'effort', value: 'low' })

    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask('options')

    expect(JSON.parse(lastSaid(reopened)!)).toEqual({ model: 'big', effort: 'low', mode: 'plan', isVerbose: true })
  })

  it('that the agent does not offer are reported once, and the others apply', async () => {
    const host = await testHost({
      agents: { Options: { ...scripted('optionsAgent'), default_config_options: { model: 'huge', nonsense: 'x', verbose: true } } },
    })
    const thread = await host.startThread('Options')
    await thread.ask('options')
    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await reopened.ask('options')

    expect(reopened.of('notice').map(({ notice }) => notice.description)).toEqual([
      'model: "huge" is not offered.\nnonsense: the agent has no such option.',
    ])
    expect(current(reopened)).toMatchObject({ model: 'small', verbose: true })
  })

  it('set the mode of an agent that has only modes', async () => {
    const host = await testHost({ agents: { Legacy: { ...scripted('optionsAgent', { OPTIONS_LEGACY: '1' }), default_mode: 'plan' } } })
    const thread = await host.startThread('Legacy')

    await thread.ask('options')

    expect(JSON.parse(lastSaid(thread)!)).toMatchObject({ mode: 'plan' })
    expect(thread.transcript.head.modes?.currentModeId).toBe('plan')
  })

  it('are written to and removed from settings.json, and apply from the next session on', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })

    await host.client.setAgentDefault({ agentId: 'settings:Options', configId: 'model', value: 'big' })
    await host.client.setAgentDefault({ agentId: 'settings:Options', value: 'plan' })
    const thread = await host.startThread('Options')
    await thread.ask('options')

    expect(JSON.parse(lastSaid(thread)!)).toMatchObject({ model: 'big', mode: 'plan' })
    await host.client.setAgentDefault({ agentId: 'settings:Options', configId: 'model' })
    expect(settings(host).agent_servers.Options).toMatchObject({ default_mode: 'plan', default_config_options: {} })
    expect(await host.client.readAgentSettings({ agentId: 'settings:Options' })).toMatchObject({
      defaultConfigOptions: {},
      defaultMode: 'plan',
    })
  })

  it('of a bundled agent are stored under its id', async () => {
    const host = await testHost({ agents: {} })

    await host.client.setAgentDefault({ agentId: 'demo', configId: 'model', value: 'instant' })
    const thread = await host.startThread()
    await ready(thread)

    await thread.until(() => current(thread).model === 'instant')
    expect(settings(host)).toMatchObject({ agent_defaults: { demo: { default_config_options: { model: 'instant' } } } })
  })
})

describe('variables set for an agent', () => {
  it('reach a bundled agent, and are stored in a private file', async () => {
    const host = await testHost({ agents: {} })
    const state = join(host.dataFolder, 'state-of-the-test')
    await host.client.setAgentEnv({ agentId: 'demo', env: { DEMO_AGENT_STATE: state } })
    expect((await host.client.readAgentSettings({ agentId: 'demo' })).env).toEqual({ DEMO_AGENT_STATE: state })
    expect(statSync(join(host.dataFolder, 'settings.json')).mode & 0o077).toBe(0)

    await (await host.startThread()).ask('hello')

    expect(existsSync(state)).toBe(true)
    await host.client.setAgentEnv({ agentId: 'demo', env: {} })
    expect(settings(host)).toMatchObject({ agent_defaults: { demo: {} } })
    expect(readFileSync(join(host.dataFolder, 'settings.json'), 'utf8')).not.toContain('"env"')
  })

  it('are rejected if invalid, or if the agent has its own entry in settings.json', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })

    await expect(host.client.setAgentEnv({ agentId: 'demo', env: { 'A=B': 'c' } })).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringContaining('A=B') as string,
    })
    await expect(host.client.setAgentEnv({ agentId: 'settings:Options', env: { A: 'b' } })).rejects.toMatchObject({ code: 'unsupported' })
    expect((await host.client.readAgentSettings({ agentId: 'settings:Options' })).env).toBeUndefined()
  })
})

it('the last options of an agent are known before it starts again', async () => {
  const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
  expect((await host.client.readAgentSettings({ agentId: 'settings:Options' })).offered).toBeUndefined()
  const thread = await host.startThread('Options')
  await thread.ask('options')

  const again = await host.restart()

  expect((await again.client.readAgentSettings({ agentId: 'settings:Options' })).offered?.configOptions?.map(({ id }) => id)).toContain(
    'model',
  )
  expect(current(await again.openThread(thread.threadId))).toMatchObject({ model: 'small' })
})

it('announces support for booleans, notices and compactions to the agent', async () => {
  const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
  const thread = await host.startThread('Options')

  await thread.ask('capabilities')

  expect(JSON.parse(lastSaid(thread)!)).toMatchObject({ session: { configOptions: { boolean: {} }, notices: {}, compaction: {} } })
})

describe('a disabled capability', () => {
  it.each([
    ['fs', 'fs/read_text_file'],
    ['fs', 'fs/write_text_file'],
    ['terminal', 'terminal/create'],
    ['elicitation', 'elicitation/create'],
  ] as const)('%s is not advertised, and refused if called', async (capability, method) => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    await host.client.setAgentCapability({ agentId: 'settings:Options', capability, isOn: false })
    const thread = await host.startThread('Options')

    await thread.ask('capabilities')
    const told = JSON.parse(lastSaid(thread)!) as { fs: Record<string, boolean>, terminal: boolean, elicitation?: object }
    await thread.ask(method)

    const { fs, terminal, elicitation } = told
    expect({ fs: fs.readTextFile || fs.writeTextFile, terminal, elicitation: elicitation !== undefined }).toEqual({
      fs: true,
      terminal: true,
      elicitation: true,
      [capability]: false,
    })
    expect(thread.text).toMatch(/refused: .*method not found/i)
  })

  it('includes reading for Gemini, as its settings show', async () => {
    const host = await testHost({ agents: {} })
    const told = async (agentId: string) => (await host.client.readAgentSettings({ agentId })).readsByItself
    expect([await told('catalogue:gemini'), await told('catalogue:kimi'), await told('demo')]).toEqual([true, undefined, undefined])
  })

  it('stays on for a running agent until its restart', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    const thread = await host.startThread('Options')
    await thread.ask('options')
    await host.client.setAgentCapability({ agentId: 'settings:Options', capability: 'terminal', isOn: false })
    await thread.ask('capabilities')
    expect(lastSaid(thread)).toContain('"terminal":true')

    await host.client.restartAgent({ threadId: thread.threadId })
    await thread.ask('capabilities')

    expect(lastSaid(thread)).toContain('"terminal":false')
  })

  it('leaves no entry in settings.json once it is enabled again', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    writeFileSync(join(host.dataFolder, 'settings.json'), `// mine\n${JSON.stringify(settings(host))}`)
    await host.client.setAgentCapability({ agentId: 'demo', capability: 'fs', isOn: false })
    expect((await host.client.readAgentSettings({ agentId: 'demo' })).capabilities).toEqual({
      fs: false,
      terminal: true,
      elicitation: true,
    })
    await host.client.setAgentCapability({ agentId: 'demo', capability: 'fs', isOn: true })
    expect(readFileSync(join(host.dataFolder, 'settings.json'), 'utf8')).toMatch(/^\/\/ mine[\s\S]*"capabilities": \{\s*\}/)
  })
})
