import type { Choice, Field } from './elicitationFields'
import { drawnCost } from '../../text/drawnLength'

/** What drawing a field of a form costs; its choices bound themselves. */
export function costOfField(field: Field): number {
  const choices = field.kind === 'choice' || field.kind === 'choices' ? field.choices : []
  return drawnCost(field.title) + drawnCost(field.description ?? '') + choices.reduce((sum, choice) => sum + costOfChoice(choice), 0)
}

/** What drawing a choice costs; its preview is drawn when it is pointed at. */
export function costOfChoice({ title, description = '' }: Choice): number {
  return drawnCost(title) + drawnCost(description)
}

/** What drawing an answer costs. */
export function costOfLine({ title, answer }: { readonly title: string, readonly answer: string }): number {
  return drawnCost(title) + drawnCost(answer)
}
