import type { ElicitationEntry } from '../../../../shared/thread/transcript'
import { isJsonObject } from '../../../../shared/text/jsonObject'
import { entryWords } from './words'

const { elicitation: words } = entryWords

/** The fields that were answered, named as the form named them. */
export function answeredFields({ request, answer }: ElicitationEntry): { name: string, title: string, answer: string }[] {
  if (answer?.response.action !== 'accept' || !('content' in answer.response) || typeof answer.response.content !== 'object')
    return []
  // A form's properties and its answer come from outside: their shape is checked here as far as it is shown.
  const properties
    = ('requestedSchema' in request
      ? (request.requestedSchema as { properties?: Record<string, unknown> } | undefined)?.properties
      : undefined) ?? {}
  return Object.entries(answer.response.content ?? {}).map(([name, value]) => ({
    name,
    title: titleOf(properties[name]) ?? name,
    answer: (Array.isArray(value) ? value : [value])
      .map(one => answerText(properties[name], one))
      .join(', '),
  }))
}

/** How the question was answered. */
export function elicitationOutcome({ request, answer, completedAt }: ElicitationEntry, isReplay = false): string {
  if (completedAt !== undefined)
    return words.finished
  if (!answer)
    return isReplay ? entryWords.notAnsweredYet : entryWords.waiting
  if (answer.response.action === 'accept' && request.mode === 'url')
    return words.opened
  if (answer.response.action === 'accept')
    return words.answered
  if (answer.response.action === 'decline')
    return words.declined
  return words.cancelled[answer.by]
}

/** A value of a form as the person gave it. */
function answerText(property: unknown, value: unknown): string {
  if (typeof value === 'boolean')
    return value ? words.yes : words.no
  return optionTitle(property, value) ?? String(value)
}

function titleOf(property: unknown): string | undefined {
  return isJsonObject(property) && typeof property.title === 'string' ? property.title : undefined
}

/** The title of a choice: forms name choices as `oneOf` with `const` and `title`. */
function optionTitle(property: unknown, value: unknown): string | undefined {
  const choices: unknown[] = isJsonObject(property) && Array.isArray(property.oneOf) ? property.oneOf : []
  const choice = choices.find(one => isJsonObject(one) && one.const === value)
  return titleOf(choice)
}
