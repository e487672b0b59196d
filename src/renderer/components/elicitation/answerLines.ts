import { elicitationContent, type Field, type FieldValue } from './elicitationFields'
import { elicitationWords as words } from './words'

/** What a form will answer, field by field, in the words in which it was asked. */
export function answerLines(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue>>,
): { name: string, title: string, answer: string }[] {
  return Object.entries(elicitationContent(fields, values)).map(([name, value]) => {
    const field = fields.find(field => field.name === name)
    const choices = field?.kind === 'choice' || field?.kind === 'choices' ? field.choices : []
    const answerText = (one: unknown): string => {
      if (typeof one === 'boolean')
        return one ? words.yes : words.no
      return choices.find(choice => choice.value === one)?.title ?? String(one)
    }
    const asked = fields.find(other => other.name === field?.customFor)
    return {
      name,
      title: [asked?.title, field?.title ?? name].filter(Boolean).join(': '),
      answer: (Array.isArray(value) ? value : [value]).map(answerText).join(', ') || words.nothing,
    }
  })
}
