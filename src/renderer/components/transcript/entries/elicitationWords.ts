import type { ElicitationEntry } from '../../../../shared/thread/transcript'
import { isJsonObject } from '../../../../shared/text/jsonObject'

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
      .map(one => (typeof one === 'boolean' ? (one ? 'Yes' : 'No') : (optionTitle(properties[name], one) ?? String(one))))
      .join(', '),
  }))
}

/** What became of the question. */
export function elicitationOutcome({ request, answer, completedAt }: ElicitationEntry, isReplay = false): string {
  if (completedAt !== undefined)
    return 'Finished in the browser'
  if (!answer)
    return isReplay ? 'Not answered at this point' : 'Waiting for you'
  if (answer.response.action === 'accept' && request.mode === 'url')
    return 'You opened it in the browser; the agent has not said yet that it is finished'
  if (answer.response.action === 'accept')
    return answer.by === 'person' ? 'You answered' : 'Answered'
  if (answer.response.action === 'decline')
    return 'You declined to answer'
  return { person: 'You cancelled it', rule: 'Cancelled', agent: 'Withdrawn by the agent', turn: 'Cancelled with the turn' }[answer.by]
}

function titleOf(property: unknown): string | undefined {
  return isJsonObject(property) && typeof property.title === 'string' ? property.title : undefined
}

/** The words of a choice: forms name them as `oneOf` with `const` and `title`. */
function optionTitle(property: unknown, value: unknown): string | undefined {
  const choices: unknown[] = isJsonObject(property) && Array.isArray(property.oneOf) ? property.oneOf : []
  const choice = choices.find(one => isJsonObject(one) && one.const === value)
  return titleOf(choice)
}
