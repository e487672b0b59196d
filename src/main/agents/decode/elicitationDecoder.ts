import { type Fields, isFields } from '../../../shared/text/fields'
import { dropMisfits, isNumber, isText, isWholeNumber, onlyMeta, type OptionalFields } from './optionalFields'

const optionalOfForm: OptionalFields = { ...onlyMeta, title: isText, description: isText, required: Array.isArray }
const optionalOfProperty: OptionalFields = {
  ...onlyMeta,
  type: isText,
  title: isText,
  description: isText,
  format: isText,
  pattern: isText,
  minLength: isWholeNumber,
  maxLength: isWholeNumber,
  minItems: isWholeNumber,
  maxItems: isWholeNumber,
  minimum: isNumber,
  maximum: isNumber,
  enum: Array.isArray,
  oneOf: Array.isArray,
  items: isFields,
}

/** The schema of a form without what does not fit: a property that is none, a limit or a title of the wrong type. */
export function decodeForm(schema: Fields): Fields {
  const form = dropMisfits(schema, optionalOfForm, [])
  const properties = Object.entries(isFields(form.properties) ? form.properties : {})
    .flatMap(([name, property]) => isFields(property) ? [[name, dropMisfits(property, optionalOfProperty, [])] as const] : [])
  return {
    ...form,
    properties: Object.fromEntries(properties),
    ...Array.isArray(form.required) && { required: form.required.filter(isText) },
  }
}
