import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { setTimeout as sleep } from 'node:timers/promises'
import { methods } from '@agentclientprotocol/sdk'
import { isModeId, listOptions, withOption } from '../sessionOptions'

/** Scenarios about the session: modes, options, usage, notices. */
export const sessionScenarios: readonly Scenario[] = [
  {
    words: ['mode', 'switch mode'],
    takes: 'ask|act',
    about: 'how the agent changes its own mode',
    group: 'Talk',
    isCommand: true,
    run: changeMode,
  },
  {
    words: ['title', 'rename'],
    takes: 'TITLE',
    about: 'how the agent names the conversation',
    group: 'Talk',
    run: changeTitle,
  },
  {
    words: ['usage', 'cost'],
    about: 'how full the context is and what it costs (made-up numbers)',
    group: 'Talk',
    run: growUsage,
  },
  {
    words: ['notice', 'notices', 'compaction'],
    about: 'notices, and a conversation being compacted',
    group: 'Talk',
    run: giveNotice,
  },
  {
    words: ['unknown'],
    about: 'an update of a kind that no client knows',
    group: 'Ends and troubles',
    run: sendUnknown,
  },
  {
    words: ['late'],
    about: 'an update that comes after the turn has ended',
    group: 'Ends and troubles',
    run: sendLate,
  },
]

async function changeMode(turn: Turn, rest: string): Promise<void> {
  const { session } = turn
  const wanted = rest.toLowerCase() || (session.settings.mode === 'ask' ? 'act' : 'ask')
  const settings = withOption(session.settings, 'mode', wanted)
  if (settings === undefined || !isModeId(wanted))
    return turn.say(`I have the modes \`ask\` and \`act\`, but not \`${wanted}\`.`)
  const tool = await turn.startTool({ title: `Switch to ${wanted} mode`, kind: 'switch_mode', status: 'in_progress' })
  session.settings = settings
  await turn.update({ sessionUpdate: 'current_mode_update', currentModeId: wanted })
  await turn.update({
    sessionUpdate: 'config_option_update',
    configOptions: listOptions(settings, turn.capabilities),
  })
  await tool.complete()
  await turn.say(
    wanted === 'act'
      ? 'I am in **Act** mode now: I write and run without asking you. Your client may still ask.'
      : 'I am in **Ask** mode now: I ask before I write a file or run a command.',
  )
}

async function changeTitle(turn: Turn, rest: string): Promise<void> {
  const title = rest || 'A conversation with a script'
  turn.session.title = title
  await turn.update({ sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() })
  await turn.say(`This conversation is called **${title}** now.`)
}

async function growUsage(turn: Turn): Promise<void> {
  await turn.say('These numbers are made up; a demo costs nothing.')
  for (let step = 0; step < 5; step++) {
    turn.session.usedTokens = Math.min(turn.session.usedTokens + 13_700, 200_000)
    const used = turn.session.usedTokens
    await turn.update({
      sessionUpdate: 'usage_update',
      used,
      size: 200_000,
      cost: { amount: Number((used * 3e-6).toFixed(4)), currency: 'USD' },
    })
    await turn.pause(25)
  }
  await turn.say(`The context is ${Math.round(turn.session.usedTokens / 2000)} % full.`)
}

async function giveNotice(turn: Turn): Promise<void> {
  const { session } = turn.capabilities
  if (session?.notices) {
    for (const severity of ['info', 'warning', 'error'] as const) {
      await turn.update({
        sessionUpdate: 'notice',
        severity,
        title: `A notice of severity ${severity}`,
        description: 'It is part of the demo; nothing is wrong.',
      })
      await turn.pause(30)
    }
  }
  if (session?.compaction) {
    const compactionId = `compaction-${Date.now()}`
    await turn.update({ sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' })
    await turn.pause(60)
    await turn.update({
      sessionUpdate: 'compaction_summary_chunk',
      compactionId,
      content: { type: 'text', text: 'So far a person has looked at what a demo can show.' },
    })
    await turn.update({ sessionUpdate: 'compaction_update', compactionId, status: 'completed' })
  }
  await turn.say(
    `I sent ${session?.notices ? 'three notices' : 'no notices, because this client does not know them'}, `
    + `and ${session?.compaction ? 'a compaction' : 'no compaction, because this client does not know it'}.`,
  )
}

async function sendUnknown(turn: Turn): Promise<void> {
  // Deliberately not part of the protocol, so the types do not allow it.
  const update = {
    sessionUpdate: 'demo_weather',
    forecast: 'sunny',
    _meta: { 'parley.example/demo': true },
  } as unknown as SessionUpdate
  await turn.update(update)
  await turn.say('I sent an update of the kind `demo_weather`, which no protocol knows. The conversation goes on all the same.')
}

async function sendLate(turn: Turn): Promise<void> {
  const { client, session } = turn
  await turn.say('My turn ends now, but I will say one more thing.')
  void sleep(500)
    .then(() =>
      client.notify(methods.client.session.update, {
        sessionId: session.sessionId,
        update: {
          sessionUpdate: 'agent_message_chunk',
          messageId: `late-${Date.now()}`,
          content: { type: 'text', text: 'This came after the end of my turn.' },
        },
      }),
    )
    .catch(error => process.stderr.write(`[demo agent] the late update was lost: ${String(error)}\n`))
}
