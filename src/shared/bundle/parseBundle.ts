import { changedBy } from '../changes/change'
import { maxTurnFiles } from '../changes/turnChanges'
import { HostError } from '../errors'
import { isJsonObject } from '../text/jsonObject'
import { safeParse } from '../text/safeParse'
import { type Bundle, bundleFormat, bundleVersion, maxBundleBytes } from './bundle'
import { configOptions, contentBlock, sessionUpdate, toolCall, toolContent, z } from './updateSchema'

/** More than a thread's folders can have. */
const maxRepositories = 1_000

/** A `turnChanges` event of an imported log. */
const turnChanges = z.looseObject({
  promptId: z.string(),
  count: z.number().int().min(0),
  files: z.array(z.looseObject({
    path: z.string(),
    kind: z.enum(['added', 'changed', 'deleted']),
    by: z.array(z.enum(changedBy)).max(changedBy.length),
    added: z.number().int().min(0).optional(),
    removed: z.number().int().min(0).optional(),
  })).max(maxTurnFiles),
  gap: z.string().optional(),
  git: z.array(z.looseObject({
    branch: z.looseObject({ from: z.string(), to: z.string() }).optional(),
    commits: z.number().int().min(0).optional(),
    moved: z.literal(true).optional(),
    config: z.literal(true).optional(),
    hooks: z.literal(true).optional(),
    repository: z.enum(['new', 'gone']).optional(),
  })).max(maxRepositories).optional(),
})

/** A `takenBack` event of an imported log. */
const takenBack = z.looseObject({
  files: z.array(z.looseObject({
    promptId: z.string(),
    path: z.string(),
    act: z.enum(['reject', 'restore']).optional(),
  })),
})

const text = z.string()
const optionalText = z.string().optional()
const exit = z.looseObject({ exitCode: z.number().nullish(), signal: z.string().nullish() })
const by = z.enum(['person', 'rule', 'agent', 'turn'])
/** Milliseconds since 1970, within the range of `Date`. */
const time = z.number().min(-8.64e15).max(8.64e15)
const numbered = { seq: z.number().int().min(1), at: time }

const subject = z.union([
  z.looseObject({
    kind: z.literal('command'),
    commandLine: text,
    shell: z.boolean(),
    cwd: text,
    env: z.array(z.looseObject({ name: text, value: text })),
    approved: z.looseObject({ commandLine: text, cwd: text }).optional(),
  }),
  z.looseObject({ kind: z.enum(['path', 'protected_file']), access: z.enum(['read', 'write', 'cwd']), path: text }),
])
const option = z.looseObject({ optionId: text, name: text, kind: text, scope: optionalText })
const modes = z.looseObject({ currentModeId: text, availableModes: z.array(z.looseObject({ id: text, name: text })) })
const form = z.looseObject({
  mode: z.literal('form'),
  message: text,
  requestedSchema: z.looseObject({ properties: z.record(z.string(), z.looseObject({})) }),
})
const link = z.looseObject({ mode: z.literal('url'), message: text, url: text })

/** Schemas by event type. Unknown types come from a newer Parley; they are accepted and ignored. */
const events: Readonly<Record<string, z.ZodType>> = {
  prompt: z.looseObject({ promptId: text, content: z.array(contentBlock), messageId: optionalText }),
  steer: z.looseObject({ messageId: text, content: z.array(contentBlock) }),
  queued: z.looseObject({ messageId: text, content: z.array(contentBlock) }),
  queueChange: z.looseObject({
    messageId: text,
    content: z.array(contentBlock).optional(),
    isHeld: z.boolean().optional(),
    before: text.nullish(),
  }),
  queueRemoval: z.looseObject({ messageId: text }),
  queuePause: z.looseObject({ why: text, message: optionalText }),
  update: z.looseObject({ update: sessionUpdate }),
  session: z.looseObject({
    sessionId: text,
    how: text,
    agent: z.looseObject({ name: text, version: optionalText }).optional(),
    modes: modes.nullish(),
    configOptions: configOptions.nullish(),
  }),
  permission: z.looseObject({
    requestId: text,
    from: z.enum(['agent', 'parley']),
    toolCall,
    options: z.array(option).max(100),
    subject: subject.optional(),
    told: z.looseObject({}).optional(),
    earlier: z.array(toolContent).optional(),
    changes: z.array(z.looseObject({ path: text, newText: text, oldText: z.string().nullish() })).optional(),
    folder: optionalText,
    own: z.looseObject({
      thread: z.literal(true).optional(),
      readOnly: z.literal(true).optional(),
      why: optionalText,
    }).optional(),
  }),
  permissionAnswer: z.looseObject({
    requestId: text,
    outcome: z.looseObject({ outcome: text, optionId: optionalText }),
    by,
  }),
  elicitation: z.looseObject({ requestId: text, request: z.union([form, link]) }),
  elicitationAnswer: z.looseObject({ requestId: text, response: z.looseObject({ action: text }), by }),
  turnEnd: z.looseObject({
    reason: text,
    message: optionalText,
    details: optionalText,
    running: z.array(z.looseObject({ terminalId: text, commandLine: text, source: z.enum(['pty', 'agent']) }))
      .optional(),
  }),
  terminalStart: z.looseObject({
    terminalId: text,
    commandLine: text,
    cwd: optionalText,
    source: z.enum(['pty', 'agent']),
  }),
  terminalEnd: z.looseObject({ terminalId: text, exit, killed: z.boolean() }),
  fileWrite: z.looseObject({
    path: text,
    created: z.boolean(),
    approved: z.boolean(),
    oldText: optionalText,
    newText: optionalText,
    firstLine: z.number().int().positive().optional(),
  }),
  unsupported: z.looseObject({ request: z.enum(['read', 'write', 'run', 'terminal']), target: text, why: text }),
  turnChanges,
  takenBack,
  notice: z.looseObject({
    severity: z.enum(['info', 'warning', 'error']),
    title: text,
    description: optionalText,
    details: optionalText,
  }),
  origin: z.looseObject({
    how: z.enum(['transcript', 'fork', 'branch', 'branched']),
    threadId: text,
    title: text,
    agentName: text,
    hasNewFolder: z.literal(true).optional(),
  }),
}

const event = z.looseObject({ ...numbered, type: text }).superRefine((value, context) => {
  const checked = Object.hasOwn(events, value.type) ? safeParse(events[value.type]!, value) : undefined
  for (const { path, message } of checked?.error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [...path], message })
})

const terminal = z.looseObject({
  terminalId: text,
  commandLine: text,
  cwd: optionalText,
  source: z.enum(['pty', 'agent']),
  state: z.enum(['running', 'exited', 'killed']),
  exit: exit.optional(),
  output: text,
  offset: z.number(),
  truncated: z.boolean(),
  columns: z.number().int().min(2).max(1000),
  rows: z.number().int().min(1).max(1000),
})

const traceEntry = z.union([
  z.looseObject({ ...numbered, bytes: z.number(), direction: z.enum(['in', 'out']), message: z.unknown() }),
  z.looseObject({ ...numbered, bytes: z.number(), direction: z.literal('stderr'), line: text }),
  z.looseObject({ ...numbered, bytes: z.number(), direction: z.literal('note'), note: text }),
])

const bundle = z.looseObject({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  exportedAt: time,
  made: z.looseObject({ parley: text, platform: text }),
  thread: z.looseObject({ title: text, agentName: text, folder: text, createdAt: time }),
  agent: z.looseObject({ name: text, version: optionalText, command: text, exit: optionalText }).optional(),
  isWithoutContents: z.boolean(),
  events: z.array(z.unknown()),
  terminals: z.array(z.unknown()),
  trace: z.array(z.unknown()),
})

/** Parses an untrusted file. Throws a `HostError` that explains what is wrong with it. */
export function parseBundle(json: string): Bundle {
  // A character takes at least one byte.
  if (json.length > maxBundleBytes)
    throw createRefusedError('The file is larger than 64 MB, more than a bundle can be.')
  if (json.trim() === '')
    throw createRefusedError('The file is empty.')
  let value: unknown
  try {
    value = JSON.parse(json)
  }
  catch {
    throw createRefusedError('The file is not JSON, or incomplete.')
  }
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== bundleFormat)
    throw createRefusedError('The file is not a Parley bundle.')
  const version = 'version' in value ? value.version : undefined
  if (typeof version === 'number' && version > bundleVersion)
    throw new HostError('unsupported', 'The bundle was written by a newer Parley. Update Parley to open it.')
  if (version !== bundleVersion)
    throw createDamagedError('version', 'no Parley writes this version')
  if (isTooDeep(value))
    throw createDamagedError('bundle', 'it is nested too deeply')
  const { events, terminals, trace, ...rest } = check(bundle, value, [])
  const read = {
    ...rest,
    events: checkEach(event, events, 'events'),
    terminals: checkEach(terminal, terminals, 'terminals'),
    trace: checkEach(traceEntry, trace, 'trace'),
  }
  // Sequence numbers must increase, as in every log; otherwise events would be skipped silently.
  const disorder = read.events.findIndex(({ seq }, index) => index > 0 && seq <= read.events[index - 1]!.seq)
  if (disorder >= 0)
    throw createDamagedError(`events.${disorder}`, 'the events are not in order')
  return read as unknown as Bundle // the schemas check every field that the code relies on; the rest is shown unchanged
}

/** Checks items one by one and stops at the first error, because a file may hold millions. */
function checkEach<S extends z.ZodType>(schema: S, items: readonly unknown[], name: string): z.output<S>[] {
  return items.map((item, index) => check(schema, item, [name, index]))
}

function check<S extends z.ZodType>(schema: S, value: unknown, at: readonly PropertyKey[]): z.output<S> {
  const checked = safeParse(schema, value)
  if (checked.success)
    return checked.data
  const issue = checked.error.issues[0]
  throw createDamagedError([...at, ...issue?.path ?? []].join('.') || 'bundle', issue?.message ?? 'unknown')
}

function createRefusedError(why: string): HostError {
  return new HostError('unsupported', `${why} Choose one that “Export bundle” wrote.`)
}

function createDamagedError(where: string, why: string): HostError {
  return new HostError('unsupported', `The bundle is damaged: ${where}: ${why}. Export it again, or choose another.`)
}

/** Messages nest at most 256 levels, and a bundle adds a few. */
const maxDepth = 300

/** Whether a JSON value nests so deeply that rendering, storing or copying it may overflow the stack. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (Array.isArray(value))
    return depth >= maxDepth || value.some(item => isTooDeep(item, depth + 1))
  return isJsonObject(value) && (depth >= maxDepth || Object.values(value).some(item => isTooDeep(item, depth + 1)))
}
