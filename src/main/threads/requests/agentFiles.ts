import type { BufferAuthor } from '../../../shared/contract/methods/bufferMethods'
import type { Buffers } from '../../buffers/buffers'
import type { KnownText } from '../../buffers/sharedText'
import type { TextBuffer } from '../../buffers/textBuffer'
import type { TurnRecorder } from '../../changes/thread/turnRecorder'
import type { BeforeWrite } from '../../workspace/files/replaceFile'
import type { UnfinishedWrites } from '../../workspace/files/unfinishedWrites'
import type { OpenableLocation } from '../../workspace/workspace'
import { holdsServed, KnownTexts, writeServed } from '../../buffers/servedText'
import { readUnsavedText } from '../../buffers/unsavedReader'
import { readTextFile, writeTextFile, type WrittenFile } from '../../workspace/files/textFiles'
import { coversLines, type LineRange } from '../../workspace/files/textRange'

interface AgentFilesOptions {
  readonly buffers: Buffers
  readonly unfinishedWrites: UnfinishedWrites
  readonly recorder: TurnRecorder
  /** Performs a write that is attributed to the person. */
  readonly recordSave: (path: string, work: (beforeWrite: BeforeWrite) => Promise<void>) => Promise<void>
  /** Author of the writes. */
  readonly author: BufferAuthor
}

/**
 * Reads and writes text files for a session. Reads include unsaved text, as the person sees it. Writes go to disk and
 * are merged with unsaved text.
 */
export class AgentFiles {
  readonly #options: AgentFilesOptions
  readonly #known = new KnownTexts()

  constructor(options: AgentFilesOptions) {
    this.#options = options
  }

  /** Reads a file or some of its lines. Throws a `FileError`. */
  async read(request: LineRange & { readonly path: string }, location: OpenableLocation): Promise<string> {
    const { buffers } = this.#options
    const { realPath } = location
    if (buffers.has(realPath)) {
      return buffers.use(realPath, async (file) => {
        const text = file?.buffer.isUnsaved
          ? readUnsavedText(file.buffer, request)
          : await readTextFile(request, location)
        if (file)
          this.#noteOpen(realPath, file.buffer, request)
        return text
      })
    }
    const text = await readTextFile(request, location)
    await this.#noteClosed(text, request, location)
    return text
  }

  /**
   * An agent that read only some lines doesn't know the other unsaved ones, so it can't delete those by omitting them.
   */
  #noteOpen(realPath: string, buffer: TextBuffer, request: LineRange): void {
    if (coversLines(request, buffer.text.lines))
      this.#known.note(realPath, buffer.known)
    else if (!this.#known.has(realPath))
      this.#known.note(realPath, getKnownOnDisk(buffer))
  }

  /**
   * After a partial read the whole text counts as read: the person may save changes before the agent writes the whole
   * file.
   */
  async #noteClosed(
    text: string,
    request: LineRange & { readonly path: string },
    location: OpenableLocation,
  ): Promise<void> {
    const { realPath } = location
    if (coversLines(request, text.split('\n').length))
      return this.#known.noteFile(realPath, text)
    if (this.#known.has(realPath))
      return
    const whole = await readTextFile({ path: request.path }, location).catch(() => undefined) // too long or deleted
    if (whole !== undefined)
      this.#known.noteFile(realPath, whole)
  }

  /** Writes a whole file. Throws a `FileError`. */
  async write(
    request: { readonly path: string, readonly content: string },
    location: OpenableLocation,
  ): Promise<WrittenFile> {
    const { buffers, recorder, recordSave, unfinishedWrites, author } = this.#options
    const { realPath } = location
    return buffers.use(realPath, async (file) => {
      const read = this.#known.get(realPath)
      // The MCP server also serves unsaved text, to an unknown session: such lines count as read if the text contains
      // them.
      const unsaved = file?.buffer.isUnsaved ? file.buffer.known : undefined
      const held = file && read ? await holdsServed(file, read, request.content) : 'no'
      const served = held !== 'no'
        ? read
        : file && unsaved && await holdsServed(file, unsaved, request.content) === 'yes' ? unsaved : undefined
      const known = served ?? read
      // Otherwise the person's own lines would be attributed to the agent and lost on reject.
      if (file && served) {
        await recordSave(
          realPath,
          beforeWrite => writeServed(file.buffer, served, { unfinished: unfinishedWrites, beforeWrite }),
        )
      }
      const written = await recorder.write(realPath, beforeWrite =>
        writeTextFile(request, location, { unfinished: unfinishedWrites, beforeWrite }))
      if (file) {
        await file.look(author, known)
        this.#known.note(realPath, getKnownOnDisk(file.buffer))
      }
      else {
        this.#known.noteFile(realPath, request.content)
      }
      return written
    })
  }
}

/** Returns the text known to a session that has read the file on disk. */
function getKnownOnDisk({ known, disk, isUnsaved }: TextBuffer): KnownText {
  return isUnsaved ? { text: disk.text, version: 0 } : known
}
