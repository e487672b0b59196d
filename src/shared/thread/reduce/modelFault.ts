/** What went wrong between an agent and its model, as far as the agent's words tell. */
export interface ModelFault {
  readonly kind: ModelFaultKind
  /** How long to wait, as the model's provider asked. */
  readonly waitMs?: number
}

/** `context`: the conversation is too long for the model. `model`: it is not there, or not for this account. */
type ModelFaultKind = 'context' | 'quota' | 'rate-limit' | 'sign-in' | 'model' | 'server'

/** Agents report anything; what is recognised is in the beginning or the end. */
const searchedCharacters = 8_000

/** A status code where the words around it say that it is one. */
function status(codes: string): RegExp {
  const after = String.raw`(?:status|code|http|error|api|\()["'\s:=(/\w.]{0,16}?`
  return new RegExp(String.raw`${after}(?<![\d.])(?:${codes})(?![\d.])|^(?:${codes}) [a-z]`, 'im')
}

/** The first that fits counts: a text may name several, as an exhausted quota comes with the status of a rate limit. */
const patterns: readonly (readonly [ModelFaultKind, ...RegExp[]])[] = [
  [
    'context',
    /context[ _-]?(?:length|window|limit)[ _-]?(?:exceeded|is full|reached)/i,
    /(?:exceed|larger than|longer than|too long for)[^.\n]{1,60}\bcontext\b/i,
    /\bmaximum context length\b/i,
    /\b(?:prompt|input|request|conversation) is too (?:long|large)\b/i,
    /\btoo many (?:input )?tokens\b/i,
  ],
  [
    'quota',
    status('402'),
    /insufficient[ _](?:quota|funds|balance|credits?)/i,
    /(?:quota|credits?|balance|usage limit|spending limit)[^.\n]{1,40}\b(?:exceeded|exhausted|reached|used up|too low)/i,
    /(?:exceeded|exhausted|reached|out of)[^.\n]{1,40}\b(?:quota|credits?|usage limit)\b/i,
    /\bpayment[ _]required\b/i,
  ],
  ['rate-limit', status('429'), /\brate[ _-]?limit/i, /\btoo many requests\b/i, /\bRESOURCE_EXHAUSTED\b/],
  [
    'sign-in',
    status('401'),
    /\b(?:unauthorized|unauthenticated)\b/i,
    /\b(?:invalid|incorrect|missing|expired)[ _](?:x-)?(?:api[ _-]?key|credentials|(?:access |oauth )?token)\b/i,
    /\bauthentication[ _](?:error|failed|required)\b/i,
  ],
  ['model', /\bmodel[^.\n]{1,80}\b(?:not[ _]found|does not exist|not available|not supported)\b/i],
  [
    'server',
    status('500|502|503|504|529'),
    /\boverloaded(?:_error)?\b/i,
    /\b(?:internal server error|bad gateway|service unavailable|gateway timeout)\b/i,
  ],
]

/** What an agent's error is about; `undefined` where it does not say. */
export function modelFaultIn(text: string): ModelFault | undefined {
  const searched = text.length <= 2 * searchedCharacters ? text : `${text.slice(0, searchedCharacters)}\n${text.slice(-searchedCharacters)}`
  const kind = patterns.find(([, ...signs]) => signs.some(sign => sign.test(searched)))?.[0]
  if (!kind)
    return undefined
  const waitMs = kind === 'rate-limit' || kind === 'quota' || kind === 'server' ? waitIn(searched) : undefined
  return { kind, ...waitMs !== undefined && { waitMs } }
}

/** An agent that reports its model's error as an answer begins it like this. */
const errorAnswer = new RegExp([
  String.raw`^\W{0,4}(?:API |Internal |Request |Model |LLM )?error\b`,
  String.raw`^\{\s*"error"`,
  String.raw`^\d{3} [[{]`,
  // Codex, where it gave up.
  String.raw`^exceeded retry limit, last status: \d`,
  String.raw`^unexpected status \d`,
  '^stream disconnected before completion:',
].join('|'), 'i')
const longestErrorAnswer = 2_000

/** The same for what an agent says: only where it is an error, and not an answer about errors. */
export function modelFaultSaid(text: string): ModelFault | undefined {
  return text.length <= longestErrorAnswer && errorAnswer.test(text.trim()) ? modelFaultIn(text) : undefined
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }
/** No one waits longer before they look again. */
const longestWaitMs = 31 * 24 * 3_600_000

const askedToWait = /(?:retry[ _-]?(?:after|delay|in)|try again in|wait|resets? in)["'\s:=]{0,6}(\d{1,9}(?:\.\d+)?) ?(ms|[smh])?/i

function waitIn(text: string): number | undefined {
  const found = askedToWait.exec(text)
  if (!found)
    return undefined
  const wait = Math.round(Number(found[1]) * unitMs[found[2]?.toLowerCase() ?? 's']!)
  return wait > 0 && wait <= longestWaitMs ? wait : undefined
}
