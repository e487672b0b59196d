import { z } from 'zod'
import { method } from '../method'

const threadId = z.string()

/** Methods about files that go to an agent, or come from one. */
export const fileMethods = {
  /** Stores a base64 file whose place is not known, and lends that copy to the thread; answers with a URI to send as a link. */
  keepAttachment: method(z.object({ threadId, name: z.string().min(1).max(1000), data: z.string().max(28_000_000) })).returns<{
    uri: string
  }>(),
  /** Lets the thread's agent read a file of this machine, as it is now, without a question. On the desktop only. */
  lendFile: method(z.object({ threadId, path: z.string().min(1).max(32_767) })).returns<{ uri: string, size: number }>(),
  /** A file that was lent, or kept, is not sent after all. */
  takeBackFile: method(z.object({ threadId, uri: z.string().max(100_000) })).returns<void>(),
  /** Asks where to save a base64 file, and saves it; `undefined` if the person does not want to. On the desktop only. */
  saveFile: method(z.object({ name: z.string().max(1000), data: z.string().max(28_000_000) })).returns<string | undefined>(),
}
