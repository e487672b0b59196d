import type { Field, FieldValue } from './elicitationFields'
import { visibleText } from '../../text/visibleText'
import { fitsPattern } from './fitsPattern'

/** What is wrong with a field as it is filled in, in words for the person; `undefined` when nothing is. */
export function fieldError(field: Field, value: FieldValue): string | undefined {
  switch (field.kind) {
    case 'text': return textError(field, String(value ?? ''))
    case 'choice': return field.isRequired && !value ? 'Choose one.' : undefined
    case 'number': return numberError(field, String(value ?? '').trim())
    case 'choices': return choicesError(field, Array.isArray(value) ? value.length : 0)
    case 'boolean': return undefined
    case 'unsupported': return field.isRequired ? 'It is required, but this kind of question is not supported. Decline instead.' : undefined
  }
}

function textError(field: Extract<Field, { kind: 'text' }>, value: string): string | undefined {
  if (value === '')
    return field.isRequired ? 'Fill this in.' : undefined
  const length = [...value].length
  if (field.minLength !== undefined && length < field.minLength)
    return `At least ${field.minLength} characters.`
  if (field.maxLength !== undefined && length > field.maxLength)
    return `At most ${field.maxLength} characters; these are ${length}.`
  if (field.pattern !== undefined && fitsPattern(field.pattern, value) === false)
    return `It must fit the pattern ${visibleText(field.pattern)}`
  switch (field.format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'An e-mail address, such as name@example.org.'
    case 'uri':
      return URL.canParse(value) ? undefined : 'A whole address, such as https://example.org.'
    case 'date':
      return isDate(value) ? undefined : 'A date, such as 2026-11-30.'
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value)
        && isDate(value.slice(0, 10))
        && !Number.isNaN(Date.parse(value))
        ? undefined
        : 'A date and time, such as 2026-11-30T14:00:00Z.'
    default:
      return undefined
  }
}

function numberError(field: Extract<Field, { kind: 'number' }>, value: string): string | undefined {
  if (value === '')
    return field.isRequired ? 'Fill this in.' : undefined
  const number = Number(value)
  if (!Number.isFinite(number))
    return 'A number.'
  if (field.isInteger && !Number.isInteger(number))
    return 'A whole number.'
  if (field.minimum !== undefined && number < field.minimum)
    return `At least ${field.minimum}.`
  if (field.maximum !== undefined && number > field.maximum)
    return `At most ${field.maximum}.`
  return undefined
}

function choicesError(field: Extract<Field, { kind: 'choices' }>, count: number): string | undefined {
  // Nothing chosen is an answer where nothing is asked for.
  if (count === 0 && !field.isRequired)
    return undefined
  const least = Math.max(field.minItems ?? 0, field.isRequired && field.minItems === undefined ? 1 : 0)
  if (count < least)
    return least === 1 ? 'Choose at least one.' : `Choose at least ${least}.`
  if (field.maxItems !== undefined && count > field.maxItems)
    return `Choose at most ${field.maxItems}.`
  return undefined
}

function isDate(value: string): boolean {
  // Some days that no month has are read as days of the next month.
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
