/** A failure between an agent and its model, judging by the agent's message. */
export interface ModelFault {
  readonly kind: ModelFaultKind
  /** The delay requested by the model's provider. */
  readonly waitMs?: number
}

/**
 * `context`: the conversation exceeds the model's context. `model`: the model does not exist, or is not available to
 * this account.
 */
type ModelFaultKind = 'context' | 'quota' | 'rate-limit' | 'sign-in' | 'model' | 'server'

/** Messages may be of any length; the relevant part is near the start or the end. */
const searchedCharacters = 8_000

/** Matches a status code only in the context of words that identify it as one. */
function createStatusPattern(codes: string): RegExp {
  const after = String.raw`(?:status|code|http|error|api|\()["'\s:=(/\w.]{0,16}?`
  return new RegExp(String.raw`${after}(?<![\d.])(?:${codes})(?![\d.])|^(?:${codes}) [a-z]`, 'im')
}

/** The first match wins. A message may match several, because an exhausted quota has the status of a rate limit. */
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
    createStatusPattern('402'),
    /insufficient[ _](?:quota|funds|balance|credits?)/i,
    /(?:quota|credits?|balance|usage limit|spending limit)[^.\n]{1,40}\b(?:exceeded|exhausted|reached|used up|too low)/i,
    /(?:exceeded|exhausted|reached|out of)[^.\n]{1,40}\b(?:quota|credits?|usage limit)\b/i,
    /\bpayment[ _]required\b/i,
  ],
  ['rate-limit', createStatusPattern('429'), /\brate[ _-]?limit/i, /\btoo many requests\b/i, /\bRESOURCE_EXHAUSTED\b/],
  [
    'sign-in',
    createStatusPattern('401'),
    /\b(?:unauthorized|unauthenticated)\b/i,
    /\b(?:invalid|incorrect|missing|expired)[ _](?:x-)?(?:api[ _-]?key|credentials|(?:access |oauth )?token)\b/i,
    /\bauthentication[ _](?:error|failed|required)\b/i,
  ],
  ['model', /\bmodel[^.\n]{1,80}\b(?:not[ _]found|does not exist|not available|not supported)\b/i],
  [
    'server',
    createStatusPattern('500|502|503|504|529'),
    /\boverloaded(?:_error)?\b/i,
    /\b(?:internal server error|bad gateway|service unavailable|gateway timeout)\b/i,
  ],
]

/** Classifies an agent's error; `undefined` if unknown. */
export function detectModelFault(text: string): ModelFault | undefined {
  const searched = text.length <= 2 * searchedCharacters
    ? text
    : `${text.slice(0, searchedCharacters)}\n${text.slice(-searchedCharacters)}`
  const kind = patterns.find(([, ...signs]) => signs.some(sign => sign.test(searched)))?.[0]
  if (!kind)
    return undefined
  const waitMs = kind === 'rate-limit' || kind === 'quota' || kind === 'server' ? parseWaitMs(searched) : undefined
  return { kind, ...waitMs !== undefined && { waitMs } }
}

/** The start of a message in which an agent reports its model's error as an answer. */
const errorAnswer = new RegExp([
  String.raw`^\W{0,4}(?:API |Internal |Request |Model |LLM )?error\b`,
  String.raw`^\{\s*"error"`,
  String.raw`^\d{3} [[{]`,
  // Codex, after its last retry.
  String.raw`^exceeded retry limit, last status: \d`,
  String.raw`^unexpected status \d`,
  '^stream disconnected before completion:',
].join('|'), 'i')
const maxErrorAnswerCharacters = 2_000

/** Classifies an agent's message if the message is itself an error, and not an answer about errors. */
export function detectReportedFault(text: string): ModelFault | undefined {
  return text.length <= maxErrorAnswerCharacters && errorAnswer.test(text.trim()) ? detectModelFault(text) : undefined
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }
/** Longer delays are not credible. */
const maxWaitMs = 31 * 24 * 3_600_000

const waitPattern = /(?:retry[ _-]?(?:after|delay|in)|try again in|wait|resets? in)["'\s:=]{0,6}(\d{1,9}(?:\.\d+)?) ?(ms|[smh])?/i

function parseWaitMs(text: string): number | undefined {
  const found = waitPattern.exec(text)
  if (!found)
    return undefined
  const wait = Math.round(Number(found[1]) * unitMs[found[2]?.toLowerCase() ?? 's']!)
  return wait > 0 && wait <= maxWaitMs ? wait : undefined
}
