import type { Annotations, ContentBlock } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { contentWords } from './words'

const { annotations: words } = contentWords

/** Whether the annotations' audience excludes the person. Checks types, as agents may send anything. */
export function isNotForPerson(block: ContentBlock): boolean {
  const audience: unknown = readAnnotations(block)?.audience
  return Array.isArray(audience) && audience.length > 0 && !audience.includes('user')
}

/** Describes priority and modification date; `undefined` if neither needs mentioning. */
export function describeAnnotations(block: ContentBlock): string | undefined {
  const { priority, lastModified } = readAnnotations(block) ?? {}
  const parts = [
    ...typeof priority === 'number' ? describePriority(priority) : [],
    ...typeof lastModified === 'string' ? describeDate(lastModified) : [],
  ]
  return parts.join(' · ') || undefined
}

/** Priorities range from 0 (optional) to 1 (required). Those in between matter only to models. */
function describePriority(priority: number): string[] {
  if (priority >= 0.9)
    return [words.important]
  return priority <= 0.1 ? [words.optional] : []
}

function describeDate(lastModified: string): string[] {
  const date = new Date(lastModified)
  return Number.isNaN(date.getTime()) ? [] : [words.changed(date)]
}

function readAnnotations(block: ContentBlock): Annotations | undefined {
  const annotations: unknown = 'annotations' in block ? block.annotations : undefined
  return isJsonObject(annotations) ? annotations : undefined // callers check the fields
}
