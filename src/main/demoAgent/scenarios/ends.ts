import type { StopReason } from '@agentclientprotocol/sdk'
import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { setTimeout as sleep } from 'node:timers/promises'
import { RequestError } from '@agentclientprotocol/sdk'

/** Scenarios for every way in which a turn can end. */
export const endScenarios: readonly Scenario[] = [
  {
    words: ['refuse', 'refusal'],
    about: 'a turn that ends because the agent refuses',
    group: 'Ends and troubles',
    run: turn => endWith(turn, 'refusal', 'I refuse, only to show you what that looks like.'),
  },
  {
    words: ['max tokens', 'max_tokens', 'tokens'],
    about: 'a turn that ends because the answer got too long',
    group: 'Ends and troubles',
    run: turn =>
      endWith(turn, 'max_tokens', 'I stop in the middle of a sentence, as models do when they have used up their'),
  },
  {
    words: ['max turn requests', 'max_turn_requests', 'max requests'],
    about: 'a turn that ends after too many steps',
    group: 'Ends and troubles',
    run: turn =>
      endWith(turn, 'max_turn_requests', 'I stop here, as if I had asked a model too many times in one turn.'),
  },
  { words: ['error'], about: 'a turn that ends with an error', group: 'Ends and troubles', run: failWithError },
  {
    words: ['crash'],
    about: 'an agent that crashes in the middle of its answer (exit code 7)',
    group: 'Ends and troubles',
    run: crash,
  },
  { words: ['hang'], about: 'an agent that says nothing until you stop it', group: 'Ends and troubles', run: hang },
  {
    words: ['hang hard'],
    about: 'an agent that hangs and does not react to Stop either',
    group: 'Ends and troubles',
    run: hangHard,
  },
  {
    words: ['silence', 'empty'],
    about: 'a turn that ends without a word',
    group: 'Ends and troubles',
    run: async () => undefined,
  },
]

async function endWith(turn: Turn, stopReason: StopReason, words: string): Promise<StopReason> {
  await turn.say(words)
  return stopReason
}

async function failWithError(turn: Turn): Promise<never> {
  await turn.say('In a moment this turn fails with an error.')
  throw new RequestError(-32603, 'The demo failed on purpose', {
    details: 'Nothing is wrong. Send another message to go on.',
  })
}

async function crash(turn: Turn): Promise<never> {
  await turn.say('I crash now. This sentence will not be')
  process.stderr.write('demo agent: crashing on purpose\n    at crash (the script, line 1)\ndemo agent: exit code 7\n')
  turn.save()
  // Gives the process time to flush sent messages.
  await sleep(50)
  process.exit(7)
}

async function hang(turn: Turn): Promise<void> {
  await turn.say('I say nothing more until you stop me.')
  await waitForAbort(turn.signal)
}

async function hangHard(turn: Turn): Promise<void> {
  // Cancellation during the sentence has no effect either.
  await turn.say('I say nothing more, and Stop alone does not help either.').catch(() => undefined)
  await new Promise(() => undefined)
}

async function waitForAbort(signal: AbortSignal): Promise<never> {
  await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
  throw signal.reason
}
