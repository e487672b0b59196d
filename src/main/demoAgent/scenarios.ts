import type { AvailableCommand } from '@agentclientprotocol/sdk'
import type { Scenario } from './scenario'
import type { Turn } from './turn'
import { commandScenarios } from './scenarios/commands'
import { contentScenarios, toolScenarios } from './scenarios/content'
import { endScenarios } from './scenarios/ends'
import { fileScenarios } from './scenarios/files'
import { floodScenarios } from './scenarios/floods'
import { questionScenarios } from './scenarios/questions'
import { sessionScenarios } from './scenarios/session'
import { talkScenarios } from './scenarios/talk'

/** All scenarios of the script. */
export const scenarios: readonly Scenario[] = [
  {
    words: ['help', 'what can you do', '?'],
    about: 'this list',
    group: 'Talk',
    isCommand: true,
    run: turn => turn.say(createHelpText()),
  },
  { words: ['commands'], about: 'the slash commands, offered again', group: 'Talk', run: offerCommands },
  ...talkScenarios,
  ...sessionScenarios,
  ...fileScenarios,
  ...commandScenarios,
  ...questionScenarios,
  ...contentScenarios,
  ...toolScenarios,
  ...floodScenarios,
  ...endScenarios,
]

/** The slash commands that the agent advertises. */
export function listCommands(): AvailableCommand[] {
  return scenarios.filter(scenario => scenario.isCommand).map(({ words, about, takes }) => ({
    name: words[0]!,
    description: `Shows ${about}`,
    ...takes !== undefined && { input: { hint: takes } },
  }))
}

async function offerCommands(turn: Turn): Promise<void> {
  const commands = listCommands()
  await turn.update({ sessionUpdate: 'available_commands_update', availableCommands: commands })
  const list = commands.map(({ name, input }) => `- \`/${name}${input ? ` ${input.hint}` : ''}\``).join('\n')
  await turn.say(`I offer ${commands.length} slash commands:\n\n${list}`)
}

function createHelpText(): string {
  const groups = [...new Set(scenarios.map(scenario => scenario.group))]
  const lists = groups.map(group =>
    `### ${group}\n\n${scenarios.filter(scenario => scenario.group === group).map(createHelpLine).join('\n')}`,
  )
  const intro = 'I am a demo: I follow a script, no model is involved. The first word of your message decides what I play'
    + ', as in `read README.md` or `plan`. You can stop me at any time.'
  return `## What I can show you\n\n${intro}\n\n${lists.join('\n\n')}`
}

function createHelpLine({ words, takes, about }: Scenario): string {
  const [name, ...others] = words
  return `- **${name}**${takes === undefined ? '' : ` \`${takes}\``}: ${about}${others.length === 0 ? '' : ` (also: ${others.join(', ')})`}`
}
