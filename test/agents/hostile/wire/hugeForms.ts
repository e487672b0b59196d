// Sends forms that are too long to fill in, and one in which every part is invalid or unusual.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
function nested(depth: number): JsonObject {
  return many(depth, index => index).reduce<JsonObject>(inner => ({ type: 'object', properties: { inner } }), { type: 'string' })
}
const forms: readonly JsonObject[] = [
  Object.fromEntries(many(20_000, index => [`field-${index}`, {}])),
  { one: { type: 'string', enum: many(100_000, index => `v${index}`) } },
  { one: { type: 'array', items: { anyOf: many(2_500, index => ({ const: `v${index}` })) } } },
  Object.fromEntries(many(101, index => [`field-${index}`, { type: 'string' }])),
  { one: { type: 'string', title: 'x'.repeat(1024 * 1024) } },
  { one: { type: 'array', items: { anyOf: [{ const: 'v', title: 'x'.repeat(1_001) }] } } },
]
const odd = {
  type: 'object',
  title: 7,
  description: {},
  required: ['text', 7],
  properties: {
    text: {
      type: 'string',
      title: 7,
      description: [],
      format: 7,
      pattern: 7,
      minLength: 'x',
      maxLength: -1,
      enum: 'x',
      oneOf: {},
      default: {},
      _meta: 'x',
    },
    number: { type: 'integer', minimum: '1', maximum: null, default: 'x' },
    list: { type: 'array', items: 7, minItems: 1.5 },
    odd: { type: { toString: 1 } },
    none: null,
    deep: nested(60),
    slow: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` },
  },
}

new Wire(wire => ({
  'initialize': initialized('huge-forms'),
  'session/new': () => ({ sessionId: `forms-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const ask = (requestedSchema: JsonObject): Promise<string> =>
      wire.request('elicitation/create', { sessionId, mode: 'form', message: 'Well?', requestedSchema }).then(
        answer => JSON.stringify(answer),
        (error: { code: number }) => String(error.code),
      )
    const answers: string[] = []
    for (const properties of forms)
      answers.push(await ask({ type: 'object', properties }))
    wire.say(sessionId, `Answers: ${answers.join(' ')}.`)
    wire.say(sessionId, `Odd: ${await ask(odd)}.`)
    return { stopReason: 'end_turn' }
  },
}))
