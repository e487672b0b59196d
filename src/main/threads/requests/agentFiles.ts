import type { BufferAuthor } from '../../../shared/contract/methods/bufferMethods'
import type { Buffers } from '../../buffers/buffers'
import type { LineRange } from '../../workspace/files/textRange'
import type { UnfinishedWrites } from '../../workspace/files/unfinishedWrites'
import type { OpenableLocation } from '../../workspace/workspace'
import type { TurnRecorder } from '../changes/turnRecorder'
import { KnownTexts } from '../../buffers/knownTexts'
import { holdsServed, writeServed } from '../../buffers/servedText'
import { unsavedText } from '../../buffers/unsavedText'
import { readTextFile, writeTextFile, type WrittenFile } from '../../workspace/files/textFiles'

/** What `AgentFiles` needs. */
export interface AgentFilesOptions {
  readonly buffers: Buffers
  readonly unfinishedWrites: UnfinishedWrites
  readonly recorder: TurnRecorder
  /** Does what counts as the person's own write. */
  readonly recordSave: (path: string, work: () => Promise<void>) => Promise<void>
  /** Whose the writes are. */
  readonly author: BufferAuthor
}

/**
 * The text files of one session, once it may open them. What it reads is what the person sees: unsaved text where a file has some. What it
 * writes goes to the disk, and is merged with that.
 */
export class AgentFiles {
  readonly #options: AgentFilesOptions
  readonly #known = new KnownTexts()

  constructor(options: AgentFilesOptions) {
    this.#options = options
  }

  /** A file, or some of its lines. Throws a `FileError`. */
  async read(request: LineRange & { readonly path: string }, location: OpenableLocation): Promise<string> {
    const { buffers } = this.#options
    const { realPath } = location
    if (buffers.has(realPath)) {
      return buffers.use(realPath, async (file) => {
        if (file)
          this.#known.note(realPath, file.buffer.known)
        return file?.buffer.isUnsaved ? unsavedText(file.buffer, request) : readTextFile(request, location)
      })
    }
    const text = await readTextFile(request, location)
    if (request.line == null && request.limit == null)
      this.#known.noteFile(realPath, text)
    return text
  }

  /** Writes a whole file. Throws a `FileError`. */
  async write(request: { readonly path: string, readonly content: string }, location: OpenableLocation): Promise<WrittenFile> {
    const { buffers, recorder, recordSave, unfinishedWrites, author } = this.#options
    const { realPath } = location
    return buffers.use(realPath, async (file) => {
      const known = this.#known.get(realPath)
      // Or the person's own lines would count as the agent's, and go when those are rejected.
      if (file && known && holdsServed(file.buffer, known, request.content))
        await recordSave(realPath, () => writeServed(file.buffer, known, unfinishedWrites))
      const written = await recorder.write(realPath, () => writeTextFile(request, location, unfinishedWrites))
      if (file) {
        await file.look(author, known)
        // From here on it knows the disk's text.
        const { version, lineage } = file.buffer.known
        this.#known.note(realPath, { text: file.buffer.disk.text, version, ...lineage !== undefined && { lineage } })
      }
      else {
        this.#known.noteFile(realPath, request.content)
      }
      return written
    })
  }
}
