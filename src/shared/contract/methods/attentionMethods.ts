import { z } from 'zod'
import { method } from '../method'

/** Methods about what the person looks at. */
export const attentionMethods = {
  /** Which thread this window shows, and whether the window is in front: then somebody looks at that thread. */
  lookAt: method(z.object({ threadId: z.string().optional(), isInFront: z.boolean() })).returns<void>(),
}
