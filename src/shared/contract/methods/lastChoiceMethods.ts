import { z } from 'zod'
import { longestChoice } from '../longestChoice'
import { method } from '../method'

/** Methods about how the person left the window, so that the next one opens as this one was left, in either shell. */
export const lastChoiceMethods = {
  readLastChoices: method(z.object({})).returns<Readonly<Record<string, string>>>(),
  /** Keeps it under that name; an empty text is forgotten. It fills in what the person then sees: nothing is started or allowed by it. */
  saveLastChoice: method(z.object({
    name: z.string().regex(/^[a-z][\w.-]*$/i).max(200),
    text: z.string().max(longestChoice),
  })).returns<void>(),
}
