import type { Field, FieldValue } from './elicitationFields'
import { RE2JS } from 're2js'
import { visibleText } from '../../text/visibleText'
import { fieldErrors } from './words'

/** Returns an error message for a field's value; `undefined` if it is valid. */
export function findFieldError(field: Field, value: FieldValue): string | undefined {
  switch (field.kind) {
    case 'text': return findTextError(field, String(value ?? ''))
    case 'choice': return field.isRequired && !value ? fieldErrors.chooseOne : undefined
    case 'number': return findNumberError(field, String(value ?? '').trim())
    case 'choices': return findChoicesError(field, Array.isArray(value) ? value.length : 0)
    case 'boolean': return undefined
    case 'unsupported': return field.isRequired ? fieldErrors.unsupported : undefined
  }
}

function findTextError(field: Extract<Field, { kind: 'text' }>, value: string): string | undefined {
  if (value === '')
    return field.isRequired ? fieldErrors.missing : undefined
  const length = [...value].length
  if (field.minLength !== undefined && length < field.minLength)
    return fieldErrors.tooShort(field.minLength)
  if (field.maxLength !== undefined && length > field.maxLength)
    return fieldErrors.tooLong(field.maxLength, length)
  if (field.pattern !== undefined && fitsPattern(field.pattern, value) === false)
    return fieldErrors.pattern(visibleText(field.pattern))
  switch (field.format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : fieldErrors.email
    case 'uri':
      return URL.canParse(value) ? undefined : fieldErrors.uri
    case 'date':
      return isDate(value) ? undefined : fieldErrors.date
    case 'date-time':
      return isDateTime(value) ? undefined : fieldErrors.dateTime
    default:
      return undefined
  }
}

function findNumberError(field: Extract<Field, { kind: 'number' }>, value: string): string | undefined {
  if (value === '')
    return field.isRequired ? fieldErrors.missing : undefined
  const number = Number(value)
  if (!Number.isFinite(number))
    return fieldErrors.number
  if (field.isInteger && !Number.isInteger(number))
    return fieldErrors.integer
  if (field.minimum !== undefined && number < field.minimum)
    return fieldErrors.tooSmall(field.minimum)
  if (field.maximum !== undefined && number > field.maximum)
    return fieldErrors.tooLarge(field.maximum)
  return undefined
}

function findChoicesError(field: Extract<Field, { kind: 'choices' }>, count: number): string | undefined {
  // An empty choice is valid unless the field is required.
  if (count === 0 && !field.isRequired)
    return undefined
  const least = Math.max(field.minItems ?? 0, field.isRequired && field.minItems === undefined ? 1 : 0)
  if (count < least)
    return fieldErrors.tooFewChoices(least)
  if (field.maxItems !== undefined && count > field.maxItems)
    return fieldErrors.tooManyChoices(field.maxItems)
  return undefined
}

function isDateTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value)
    && isDate(value.slice(0, 10))
    && !Number.isNaN(Date.parse(value))
}

function isDate(value: string): boolean {
  // `Date` parses some days that do not exist, such as February 30, as days of the next month.
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** More characters than any sensible pattern has. */
const maxPatternCharacters = 500
/**
 * Maximum sum of a pattern's repetition counts, as RE2 compiles each repetition. The worst pattern then takes a few
 * hundredths of a second.
 */
const maxRepetitions = 300
/** Maximum program size times text length. This many steps take a few hundredths of a second. */
const maxSteps = 4_000_000

/**
 * Whether `text` matches an agent's pattern; `undefined` if RE2 doesn't support the pattern, such as look-around and
 * backreferences. Browsers backtrack, so a pattern of ten characters can block them for years; RE2 takes linear time.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > maxPatternCharacters || countRepetitions(pattern) > maxRepetitions)
    return undefined
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return compiled.programSize() * text.length > maxSteps ? undefined : compiled.matcher(text).find()
  }
  catch {
    return undefined // the agent checks its answer itself
  }
}

function countRepetitions(pattern: string): number {
  return [...pattern.matchAll(/(?<!\\u)\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (sum, [, least, most]) => sum + Math.max(Number(least), Number(most ?? 0)),
    0,
  )
}
