import { config, z } from 'zod'
import { isJsonObject } from '../text/jsonObject'
import { safeParse } from '../text/safeParse'

// The window's content security policy forbids `eval`, so zod must not try it. Importers must load this module before
// they create a schema.
config({ jitless: true })
export { z }

// Schemas of the update fields that the transcript relies on, for imported logs. Other fields pass unchecked.

const text = z.string()
const optionalText = z.string().nullish()
const annotations = z
  .looseObject({ audience: z.array(text).nullish(), priority: z.number().nullish(), lastModified: optionalText })
  .nullish()
const file = { uri: text, mimeType: optionalText }

const blocks: Readonly<Record<string, z.ZodType>> = {
  text: z.looseObject({ annotations, text }),
  image: z.looseObject({ annotations, data: text, mimeType: text, uri: optionalText }),
  audio: z.looseObject({ annotations, data: text, mimeType: text }),
  resource_link: z.looseObject({
    annotations,
    ...file,
    name: text,
    title: optionalText,
    description: optionalText,
    size: z.number().nullish(),
  }),
  resource: z.looseObject({
    annotations,
    resource: z.union([z.looseObject({ ...file, text }), z.looseObject({ ...file, blob: text })]),
  }),
}

/** A content block. Unknown types pass, and are shown as unknown. */
export const contentBlock = byTag('type', blocks)

/** A tool call's content. Unknown types pass, and are shown as unknown. */
export const toolContent = byTag('type', {
  content: z.looseObject({ content: contentBlock }),
  diff: z.looseObject({ path: text, newText: text, oldText: optionalText }),
  terminal: z.looseObject({ terminalId: text }),
})

const toolCallFields = {
  toolCallId: text,
  title: optionalText,
  kind: optionalText,
  status: optionalText,
  content: z.array(toolContent).nullish(),
  locations: z.array(z.looseObject({ path: text, line: z.number().nullish() })).nullish(),
  _meta: z.record(z.string(), z.unknown()).nullish(),
}

/** A tool call, or an update of one. */
export const toolCall = z.looseObject(toolCallFields)

const choice = z.looseObject({ value: text, name: text, description: optionalText })
/** A session's config options. */
export const configOptions = z.array(
  byTag('type', {
    select: z.looseObject({
      id: text,
      name: text,
      currentValue: text,
      options: z.union([
        z.array(choice),
        z.array(z.looseObject({ group: text, name: text, options: z.array(choice) })),
      ]),
    }),
    boolean: z.looseObject({ id: text, name: text, currentValue: z.boolean() }),
  }),
)

const chunk = z.looseObject({ content: contentBlock, messageId: optionalText })

/** A `session/update`. Unknown kinds pass, and are shown as unknown. */
export const sessionUpdate = byTag('sessionUpdate', {
  user_message_chunk: chunk,
  agent_message_chunk: chunk,
  agent_thought_chunk: chunk,
  tool_call: z.looseObject({ ...toolCallFields, title: text }),
  tool_call_update: toolCall,
  plan: z.looseObject({ entries: z.array(z.looseObject({ content: text, priority: text, status: text })) }),
  available_commands_update: z.looseObject({
    availableCommands: z.array(z.looseObject({
      name: text,
      description: text,
      input: z.looseObject({ hint: optionalText }).nullish(),
    })),
  }),
  current_mode_update: z.looseObject({ currentModeId: text }),
  config_option_update: z.looseObject({ configOptions }),
  session_info_update: z.looseObject({ title: optionalText, updatedAt: optionalText }),
  usage_update: z.looseObject({
    used: z.number(),
    size: z.number(),
    cost: z.looseObject({ amount: z.number(), currency: text }).nullish(),
  }),
  notice: z.looseObject({ severity: text, title: text, description: optionalText, details: optionalText }),
  compaction_update: z.looseObject({
    compactionId: text,
    status: optionalText,
    error: optionalText,
    summary: z.array(contentBlock).nullish(),
  }),
  compaction_summary_chunk: z.looseObject({ compactionId: text, content: contentBlock }),
})

/** An object discriminated by `tag`: known kinds are checked by their schemas, others only need the tag. */
function byTag(tag: string, kinds: Readonly<Record<string, z.ZodType>>): z.ZodType {
  return z.custom<unknown>(value =>
    isJsonObject(value) && typeof value[tag] === 'string',
  ).superRefine((value, context) => {
    const kind = isJsonObject(value) && typeof value[tag] === 'string' && Object.hasOwn(kinds, value[tag])
      ? kinds[value[tag]]
      : undefined
    const checked = kind && safeParse(kind, value)
    for (const { path, message } of checked?.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message })
  })
}
