import type { StopReason } from '@agentclientprotocol/sdk'
import type { Turn } from './turn'

/** One part of the script. `help` and the slash commands are generated from these. */
export interface Scenario {
  /** The words that start it, in lower case; the first is its name. */
  readonly words: readonly string[]
  /** The arguments after the name, as help shows them. */
  readonly takes?: string
  readonly about: string
  readonly group: 'Talk' | 'Files' | 'Commands' | 'Questions to you' | 'Content' | 'Ends and troubles'
  /** Offered as a slash command. */
  readonly isCommand?: true
  /** Plays it. Without a returned stop reason the turn ends normally. */
  readonly run: (turn: Turn, rest: string) => Promise<StopReason | void>
}

/** Polite words at the start of a request that do not say what is asked. */
const fillers = new Set(
  'a an and can could do for give i just let lets let\'s like me my now of please show some the to try us want with would you your'.split(
    ' ',
  ),
)

/**
 * The scenario that a prompt asks for, and the rest of the prompt. The first word that is not a polite one decides; if
 * several scenarios start with it, the longest name wins ("hang hard" before "hang"). A leading slash is a slash
 * command.
 */
export function chooseScenario(text: string, scenarios: readonly Scenario[]): { scenario: Scenario, rest: string } | undefined {
  const asked = withoutPoliteness(text.trim().replace(/^\//, ''))
  let best: { scenario: Scenario, rest: string, length: number } | undefined
  for (const scenario of scenarios) {
    for (const name of scenario.words) {
      if (startsWithWords(asked, name) && name.length > (best?.length ?? 0))
        best = { scenario, rest: asked.slice(name.length).replace(/^[:,.!?]*(?:\s+|$)/, '').trim(), length: name.length }
    }
  }
  return best
}

function withoutPoliteness(text: string): string {
  const [first = '', ...rest] = text.split(/\s+/)
  const isPoliteness = rest.length > 0 && fillers.has(first.toLowerCase().replace(/[,.!?]+$/, ''))
  return isPoliteness ? withoutPoliteness(text.slice(first.length).trim()) : text
}

function startsWithWords(text: string, words: string): boolean {
  return text.toLowerCase().startsWith(words) && !/^[\p{L}\p{N}_-]/u.test(text.slice(words.length))
}
