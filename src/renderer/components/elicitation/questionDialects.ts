import { isJsonObject } from '../../../shared/text/jsonObject'

/** The name of the question to which this property is an answer in the person's own words, as Claude and Codex mark it. */
export function customAnswerOf(property: unknown): string | undefined {
  const meta = metaOf(property)
  const custom = meta?._askUserQuestionCustomAnswer
  if (isJsonObject(custom) && custom.isCustomAnswer === true && typeof custom.questionId === 'string')
    return custom.questionId
  const codex = meta?.codex
  return isJsonObject(codex) && codex.isOtherAnswer === true && typeof codex.questionId === 'string' ? codex.questionId : undefined
}

/** What Claude shows beside an option: how it would look. */
export function optionPreview(option: unknown): string | undefined {
  const own = metaOf(option)?.['_claude/askUserQuestionOption']
  return isJsonObject(own) && typeof own.preview === 'string' && own.preview !== '' ? own.preview : undefined
}

function metaOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isJsonObject(value) && isJsonObject(value._meta) ? value._meta : undefined
}
