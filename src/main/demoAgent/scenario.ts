import type { StopReason } from '@agentclientprotocol/sdk'
import type { Turn } from './turn'

/** A part of the script. `help` and the slash commands are generated from these. */
export interface Scenario {
  /** Lower-case words that start the scenario. The first is its name. */
  readonly words: readonly string[]
  /** The arguments, as shown in the help text. */
  readonly takes?: string
  readonly about: string
  readonly group: 'Talk' | 'Files' | 'Commands' | 'Questions to you' | 'Content' | 'Ends and troubles'
  /** Advertised as a slash command. */
  readonly isCommand?: true
  /** Runs the scenario. If no stop reason is returned, the turn ends normally. */
  readonly run: (turn: Turn, rest: string) => Promise<StopReason | void>
}

/** Filler words at the start of a request. */
const fillers = new Set(
  'a an and can could do for give i just let lets let\'s like me my now of please show some the to try us want with would you your'.split(
    ' ',
  ),
)

/**
 * Finds the scenario for a prompt, and returns it with the rest of the prompt. Matches the start of the prompt after
 * filler words and a leading slash. The longest name wins ("hang hard" before "hang").
 */
export function chooseScenario(
  text: string,
  scenarios: readonly Scenario[],
): { scenario: Scenario, rest: string } | undefined {
  const asked = stripFillers(text.trim().replace(/^\//, ''))
  let best: { scenario: Scenario, rest: string, length: number } | undefined
  for (const scenario of scenarios) {
    for (const name of scenario.words) {
      if (startsWithWords(asked, name) && name.length > (best?.length ?? 0)) {
        best = {
          scenario,
          rest: asked.slice(name.length).replace(/^[:,.!?]*(?:\s+|$)/, '').trim(),
          length: name.length,
        }
      }
    }
  }
  return best
}

function stripFillers(text: string): string {
  const [first = '', ...rest] = text.split(/\s+/)
  const isFiller = rest.length > 0 && fillers.has(first.toLowerCase().replace(/[,.!?]+$/, ''))
  return isFiller ? stripFillers(text.slice(first.length).trim()) : text
}

function startsWithWords(text: string, words: string): boolean {
  return text.toLowerCase().startsWith(words) && !/^[\p{L}\p{N}_-]/u.test(text.slice(words.length))
}
