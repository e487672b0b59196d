import { elicitationContent, type Field, type FieldValue } from './elicitationFields'

/** What a form will answer, field by field, in the words in which it was asked. */
export function answerLines(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue>>,
): { name: string, title: string, answer: string }[] {
  return Object.entries(elicitationContent(fields, values)).map(([name, value]) => {
    const field = fields.find(field => field.name === name)
    const choices = field?.kind === 'choice' || field?.kind === 'choices' ? field.choices : []
    const words = (one: unknown): string =>
      typeof one === 'boolean' ? (one ? 'Yes' : 'No') : (choices.find(choice => choice.value === one)?.title ?? String(one))
    const asked = fields.find(other => other.name === field?.customFor)
    return {
      name,
      title: [asked?.title, field?.title ?? name].filter(Boolean).join(': '),
      answer: (Array.isArray(value) ? value : [value]).map(words).join(', ') || 'Nothing',
    }
  })
}
