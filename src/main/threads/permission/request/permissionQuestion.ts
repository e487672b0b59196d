import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationSchema,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCall,
} from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../../../shared/text/jsonObject'

const questionsSchema = z.array(z.object({
  question: z.string().min(1),
  header: z.string().optional(),
  multiSelect: z.boolean().optional(),
  options: z.array(z.object({ label: z.string().min(1), description: z.string().optional() })).min(1),
})).min(1)
type Question = z.infer<typeof questionsSchema>[number]

/** A question sent as a permission request: its form, and how to convert the answer. */
export interface PermissionQuestion {
  readonly form: CreateElicitationRequest
  readonly answer: (response: CreateElicitationResponse) => RequestPermissionResponse
}

/** Fields of a question's raw input. */
const questionFields: readonly string[] = ['questions', 'metadata']

/**
 * Parses a question sent as a permission request, as Qwen does: options "Submit" and "Cancel", with numbered answers
 * next to the outcome. `call`: the known tool call. Returns `undefined` for any other request, even a similar one: a
 * form shows no action, so it must not allow one.
 */
export function parsePermissionQuestion(
  { sessionId, toolCall, options }: RequestPermissionRequest,
  call: ToolCall,
): PermissionQuestion | undefined {
  const { data: questions } = questionsSchema.safeParse(toolCall._meta?.qwenQuestions)
  const submit = options.find(({ kind }) => kind === 'allow_once')
  const reject = options.find(({ kind }) => kind === 'reject_once')
  if (toolCall._meta?.qwenInteractionKind !== 'user_question'
    || !questions
    || !submit
    || !reject
    || options.length > 2
    || hasAction(call)) {
    return undefined
  }
  const [only, ...others] = questions
  return {
    form: {
      mode: 'form',
      sessionId,
      toolCallId: toolCall.toolCallId,
      message: only && others.length === 0 ? only.question : 'Please answer these questions.',
      requestedSchema: buildForm(questions),
    },
    answer: (response) => {
      if (response.action === 'decline')
        return { outcome: { outcome: 'selected', optionId: reject.optionId } }
      if (response.action !== 'accept')
        return { outcome: { outcome: 'cancelled' } }
      const submitted = {
        outcome: { outcome: 'selected' as const, optionId: submit.optionId },
        answers: toAnswers(questions, isJsonObject(response.content) ? response.content : {}),
      }
      return submitted
    },
  }
}

/** Whether the call contains anything besides the question. */
function hasAction({ kind, content, locations, rawInput }: ToolCall): boolean {
  return kind !== 'think'
    || (content ?? []).length > 0
    || (locations ?? []).length > 0
    || !(rawInput === undefined || (isJsonObject(rawInput) && Object.keys(rawInput)
      .every(name => questionFields.includes(name))))
}

function buildForm(questions: readonly Question[]): ElicitationSchema {
  const properties = questions.flatMap(
    ({ question, header, multiSelect, options }, index): [string, NonNullable<ElicitationSchema['properties']>[string]][] => {
      const choices = options.map(({ label, description }) => ({ const: label, title: label, description }))
      const base = { title: header || `Question ${index + 1}`, ...(questions.length > 1 && { description: question }) }
      return [
        [
          toQuestionKey(index),
          multiSelect
            ? { ...base, type: 'array', items: { anyOf: choices } }
            : { ...base, type: 'string', oneOf: choices },
        ],
        // Marked like Claude's, so that it appears below its question.
        [
          `${toQuestionKey(index)}_custom`,
          {
            type: 'string',
            title: 'Other',
            description: 'Type your own answer instead (optional).',
            _meta: { _askUserQuestionCustomAnswer: { questionId: toQuestionKey(index), isCustomAnswer: true } },
          },
        ],
      ]
    },
  )
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function toAnswers(questions: readonly Question[], content: JsonObject): Record<string, string> {
  return Object.fromEntries(questions.flatMap((_, index) => {
    const chosen = [content[toQuestionKey(index)] ?? []].flat().map(String)
    const own = content[`${toQuestionKey(index)}_custom`]
    const given = [...chosen, ...typeof own === 'string' && own !== '' ? [own] : []]
    return given.length > 0 ? [[String(index), given.join(', ')]] : []
  }))
}

function toQuestionKey(index: number): string {
  return `question_${index}`
}
