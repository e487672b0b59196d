import { HostError } from '../errors'
import { safeParse } from '../safeParse'
import { bundleFormat, bundleVersion, maxBundleBytes, type Bundle } from './bundle'
import { isTooDeep } from './isTooDeep'
import { z } from './schemas'
import { configOptions, contentBlock, sessionUpdate, toolCall } from './updateSchema'

const text = z.string()
const optionalText = z.string().optional()
const exit = z.looseObject({ exitCode: z.number().nullish(), signal: z.string().nullish() })
const by = z.enum(['person', 'rule', 'agent', 'turn'])
const numbered = { seq: z.number().int().min(1), at: z.number() }

const subject = z.union([
  z.looseObject({ kind: z.literal('command'), commandLine: text, shell: z.boolean(), cwd: text, env: z.array(z.looseObject({ name: text, value: text })) }),
  z.looseObject({ kind: z.enum(['path', 'protected_file']), access: z.enum(['read', 'write', 'cwd']), path: text }),
])
const option = z.looseObject({ optionId: text, name: text, kind: text, scope: optionalText })
const modes = z.looseObject({ currentModeId: text, availableModes: z.array(z.looseObject({ id: text, name: text })) })
const form = z.looseObject({ mode: z.literal('form'), message: text, requestedSchema: z.looseObject({ properties: z.record(z.string(), z.looseObject({})) }) })
const link = z.looseObject({ mode: z.literal('url'), message: text, url: text })

/** Events of these types are checked; one of another type is of a newer Parley, and changes nothing here. */
const events: Readonly<Record<string, z.ZodType>> = {
  prompt: z.looseObject({ promptId: text, content: z.array(contentBlock) }),
  update: z.looseObject({ update: sessionUpdate }),
  session: z.looseObject({ sessionId: text, how: text, agent: z.looseObject({ name: text, version: optionalText }).optional(), modes: modes.nullish(), configOptions: configOptions.nullish() }),
  permission: z.looseObject({ requestId: text, from: z.enum(['agent', 'parley']), toolCall, options: z.array(option).max(100), subject: subject.optional() }),
  permissionAnswer: z.looseObject({ requestId: text, outcome: z.looseObject({ outcome: text, optionId: optionalText }), by }),
  elicitation: z.looseObject({ requestId: text, request: z.union([form, link]) }),
  elicitationAnswer: z.looseObject({ requestId: text, response: z.looseObject({ action: text }), by }),
  turnEnd: z.looseObject({ reason: text, message: optionalText, details: optionalText }),
  terminalStart: z.looseObject({ terminalId: text, commandLine: text, cwd: optionalText, source: z.enum(['pty', 'agent']) }),
  terminalEnd: z.looseObject({ terminalId: text, exit, killed: z.boolean() }),
  fileWrite: z.looseObject({ path: text, created: z.boolean(), approved: z.boolean(), oldText: optionalText, newText: optionalText }),
  notice: z.looseObject({ severity: z.enum(['info', 'warning', 'error']), title: text, description: optionalText, details: optionalText }),
  origin: z.looseObject({ how: z.enum(['transcript', 'fork']), threadId: text, title: text, agentName: text }),
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

const traced = z.union([
  z.looseObject({ ...numbered, bytes: z.number(), direction: z.enum(['in', 'out']), message: z.unknown() }),
  z.looseObject({ ...numbered, bytes: z.number(), direction: z.literal('stderr'), line: text }),
  z.looseObject({ ...numbered, bytes: z.number(), direction: z.literal('note'), note: text }),
])

const bundle = z.looseObject({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  exportedAt: z.number(),
  made: z.looseObject({ parley: text, platform: text }),
  thread: z.looseObject({ title: text, agentName: text, folder: text, createdAt: z.number() }),
  agent: z.looseObject({ name: text, version: optionalText, command: text, exit: optionalText }).optional(),
  isWithoutContents: z.boolean(),
  // The numbers grow, as in every log: otherwise events would be passed over in silence.
  events: z.array(event).refine(list => list.every(({ seq }, index) => index === 0 || seq > list[index - 1]!.seq), 'the events are not in order'),
  terminals: z.array(terminal),
  trace: z.array(traced),
})

/** Reads a file that somebody handed over. Nothing of it is trusted: a `HostError` says what is wrong with it. */
export function parseBundle(json: string): Bundle {
  // A character is at least a byte.
  if (json.length > maxBundleBytes)
    throw new HostError('unsupported', 'The file is larger than 64 MB.')
  let value: unknown
  try {
    value = JSON.parse(json)
  }
  catch {
    throw new HostError('unsupported', 'The file is not JSON. Choose one that “Export bundle” wrote.')
  }
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== bundleFormat)
    throw new HostError('unsupported', 'The file is not a bundle of Parley\'s. Choose one that “Export bundle” wrote.')
  if (!('version' in value) || value.version !== bundleVersion)
    throw new HostError('unsupported', 'The bundle is of another version of Parley. Open it with a newer one.')
  if (isTooDeep(value))
    throw new HostError('unsupported', 'The bundle is damaged: it is nested too deeply.')
  const checked = safeParse(bundle, value)
  if (!checked.success) {
    const issue = checked.error.issues[0]
    throw new HostError('unsupported', `The bundle is damaged: ${issue?.path.join('.') || 'bundle'}: ${issue?.message ?? 'unknown'}`)
  }
  return checked.data as unknown as Bundle // the schema names what is relied on; the rest is shown as it is
}
