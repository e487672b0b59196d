import type { Annotations, ContentBlock } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../../shared/text/jsonObject'

/** Its annotations name whom it is for, and that is not the person. What an agent sends there may be anything. */
export function isForOthers(block: ContentBlock): boolean {
  const audience: unknown = annotationsOf(block)?.audience
  return Array.isArray(audience) && audience.length > 0 && !audience.includes('user')
}

/** What else the annotations say, in words: how important it is, and from when. Nothing where they say nothing of weight. */
export function annotationWords(block: ContentBlock): string | undefined {
  const { priority, lastModified } = annotationsOf(block) ?? {}
  const words = [
    ...typeof priority === 'number' ? priorityWords(priority) : [],
    ...typeof lastModified === 'string' ? dateWords(lastModified) : [],
  ]
  return words.join(' · ') || undefined
}

/** From 0, which can be left out, to 1, which cannot. What lies between is for the model to weigh. */
function priorityWords(priority: number): string[] {
  return priority >= 0.9 ? ['Important'] : priority <= 0.1 ? ['Optional'] : []
}

function dateWords(lastModified: string): string[] {
  const date = new Date(lastModified)
  return Number.isNaN(date.getTime())
    ? []
    : [`changed ${date.toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' })}`]
}

function annotationsOf(block: ContentBlock): Annotations | undefined {
  const annotations: unknown = 'annotations' in block ? block.annotations : undefined
  return isJsonObject(annotations) ? annotations as Annotations : undefined // its fields are looked at one by one
}
