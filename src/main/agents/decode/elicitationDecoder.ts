import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
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
  items: isJsonObject,
}

/** The schema of a form without malformed parts: properties that are not objects, limits or titles of the wrong type. */
export function decodeForm(schema: JsonObject): JsonObject {
  const form = dropMisfits(schema, optionalOfForm, [])
  const properties = Object.entries(isJsonObject(form.properties) ? form.properties : {})
    .flatMap(([name, property]) => isJsonObject(property) ? [[name, dropMisfits(property, optionalOfProperty, [])] as const] : [])
  return {
    ...form,
    properties: Object.fromEntries(properties),
    ...Array.isArray(form.required) && { required: form.required.filter(isText) },
  }
}
