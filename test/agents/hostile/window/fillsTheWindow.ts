// Sends what is costly to draw, beside what is asked about: the prompt says which.
import { initialized, type JsonObject, textOf, Wire } from '../../scripted/wire.ts'

type Update = JsonObject & { readonly sessionUpdate: string }

const long = (length: number): string => 'word '.repeat(length / 5)
const mixed = (length: number): string => 'pаy Ωm\u202Eg文ا '.repeat(length / 11)
const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index))
function steps(count: number, content: string, status = 'pending'): Update {
  return { sessionUpdate: 'plan', entries: many(count, () => ({ content, priority: 'high', status })) }
}
function commands(count: number, name: string, text: string): Update {
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: many(count, index => ({ name: `c${index}${name}`, description: text, input: { hint: text } })),
  }
}
function select(index: number, count: number, name: string): JsonObject {
  return {
    id: `o${index}`,
    name,
    description: name,
    type: 'select',
    category: 'model',
    currentValue: 'v0',
    options: many(count, value => ({ value: `v${value}`, name, description: name })),
  }
}
function options(count: number, values: number, name: string): Update {
  return { sessionUpdate: 'config_option_update', configOptions: many(count, index => select(index, values, name)) }
}
const call = (rest: JsonObject): Update => ({ sessionUpdate: 'tool_call', toolCallId: 'call', title: 'Call', status: 'completed', ...rest })
const parts = (count: number, content: JsonObject): JsonObject[] => many(count, () => ({ type: 'content', content }))
const text = (words: string): JsonObject => ({ type: 'text', text: words })
const words = mixed(10_000)
const links = { type: 'resource_link', name: mixed(900), title: words, uri: `https://a/${long(2_000)}`, description: mixed(8_000) }
const image = { type: 'image', mimeType: words, uri: long(50_000), data: 'QUJD' }
function rewrite(path: string): JsonObject {
  return { type: 'diff', path, oldText: `a${path}\n`.repeat(900), newText: `b${path}\n`.repeat(900) }
}
const say = (content: JsonObject): Update => ({ sessionUpdate: 'agent_message_chunk', content })

/** Made when it is asked for: together they are a gigabyte. */
const updates: Record<string, () => readonly Update[]> = {
  plain: () => [],
  manySteps: () => [steps(500, long(20_000))],
  longStep: () => [steps(1, long(2_000_000), 'in_progress')],
  mixedSteps: () => [steps(500, mixed(10_000), 'in_progress')],
  commands: () => [commands(1_000, mixed(900), mixed(900))],
  describedCommands: () => [commands(1_000, '', long(8_000))],
  options: () => [options(100, 40, mixed(900))],
  values: () => [options(1, 2_000, mixed(900))],
  booleans: () => [{
    sessionUpdate: 'config_option_update',
    configOptions: many(100, index => ({ id: `o${index}`, name: mixed(900), type: 'boolean', category: 'mode', currentValue: true })),
  }],
  title: () => [{ sessionUpdate: 'session_info_update', title: mixed(16_000) }],
  texts: () => [call({ content: parts(500, text(mixed(10_000))), kind: 'other', status: 'failed' })],
  prose: () => [say(text('> '.repeat(200) + '[a](b '.repeat(100_000)))],
  quotes: () => [say(text('>'.repeat(400_000)))],
  stars: () => [say(text('*a **b _c '.repeat(40_000)))],
  table: () => [say(text(`|a|b|\n|-|-|\n${'|a|b|\n'.repeat(50_000)}`))],
  cells: () => [say(text(`${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'|'.repeat(5_000)}\n`))],
  nested: () => [say(text(many(2_000, depth => `${'  '.repeat(depth)}- a`).join('\n')))],
  code: () => [say(text(`\`\`\`ts\n${'const a = `${b}` // c\n'.repeat(20_000)}\`\`\``))],
  bidi: () => [say(text(mixed(1_000_000)))],
  combining: () => [say(text(`a${'\u0301'.repeat(1_000_000)}`))],
  plainOutput: () => [call({ kind: 'execute', status: 'failed', content: parts(500, text(`${mixed(5_000)}\nb\n`)) })],
  links: () => [call({
    status: 'failed',
    content: parts(500, links),
  })],
  resources: () => [call({
    status: 'failed',
    content: parts(200, { type: 'resource', resource: { uri: `file:///${'a/'.repeat(20_000)}`, text: 'a' } }),
  })],
  oddTypes: () => [call({ status: 'failed', content: parts(500, { type: mixed(20_000) }) })],
  images: () => [call({ status: 'failed', content: parts(100, image) })],
  changes: () => [call({
    kind: 'edit',
    content: many(500, index => rewrite(`/w/${index}`)),
  })],
  places: () => [call({ kind: mixed(100_000), locations: many(500, () => ({ path: `/w/${mixed(20_000)}`, line: 7 })) })],
  terminals: () => [call({ content: many(200, index => ({ type: 'terminal', terminalId: `${index}${mixed(20_000)}` })) })],
  raw: () => [call({ kind: 'execute', status: 'failed', rawOutput: { stdout: mixed(1_000_000) } })],
  compaction: () => [{
    sessionUpdate: 'compaction_update',
    compactionId: 'c',
    status: mixed(100_000),
    error: mixed(400_000),
    summary: many(500, () => text(mixed(10_000))),
  }],
  unknown: () => [{ sessionUpdate: mixed(400_000), a: 1 }],
  notices: () => many(20, () => ({ sessionUpdate: 'notice', severity: 'error', title: mixed(16_000), description: mixed(8_000) })),
  usage: () => [{ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1e300, currency: 'XYZ' } }],
}

const field = (rest: JsonObject): JsonObject => ({ type: 'string', title: mixed(1_000), description: mixed(1_000), ...rest })
function choices(count: number, title: string): JsonObject[] {
  return many(count, index => ({ const: `v${index}`, title, description: title }))
}
const values = many(200, index => `${index}${mixed(200)}`)
function fields(count: number, property: JsonObject): JsonObject {
  return {
    properties: Object.fromEntries(many(count, index => [`f${index}`, property])),
  }
}
const forms: Record<string, () => { message: string, schema: JsonObject }> = {
  formMessage: () => ({ message: mixed(500_000), schema: fields(1, { type: 'string' }) }),
  formFields: () => ({ message: 'Well?', schema: fields(100, field({ default: mixed(500) })) }),
  formChoices: () => ({ message: 'Well?', schema: fields(1, field({ oneOf: choices(2_000, mixed(100)) })) }),
  formMenus: () => ({ message: 'Well?', schema: fields(100, { type: 'string', enum: many(20, index => `${index}${mixed(200)}`) }) }),
  formDefaults: () => ({
    message: 'Well?',
    schema: fields(4, { type: 'array', items: { enum: values }, default: values }),
  }),
  formTitles: () => ({ message: 'Well?', schema: { title: mixed(240_000), description: long(240_000), ...fields(1, { type: 'string' }) } }),
  formNewlines: () => ({ message: '\n'.repeat(500_000), schema: fields(1, { type: 'string', title: '\n'.repeat(900) }) }),
}

new Wire(wire => ({
  'initialize': initialized(mixed(900)),
  'session/new': () => ({
    sessionId: `fills-${process.pid}`,
    modes: { currentModeId: 'm0', availableModes: many(100, index => ({ id: `m${index}`, name: mixed(900), description: mixed(8_000) })) },
  }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const name = textOf(params)
    for (const update of updates[name]?.() ?? [])
      wire.update(sessionId, update)
    const form = forms[name]?.()
    if (form) {
      await wire.request('elicitation/create', {
        sessionId,
        mode: 'form',
        message: form.message,
        requestedSchema: { type: 'object', ...form.schema },
      }).catch((error: { message: string }) => wire.say(sessionId, `Refused: ${error.message}`))
    }
    if (!form)
      wire.say(sessionId, `Done with ${name}.`)
    return { stopReason: 'end_turn' }
  },
}))
