import type { ThreadEvent } from '../../../shared/thread/events'
import { type Bundle, maxBundleBytes } from '../../../shared/bundle/bundle'
import { HostError } from '../../../shared/errors'
import { reduce } from '../../../shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../shared/thread/transcript'
import { bundleWords } from './words'

/** 400,000 events of a real thread take a second. */
const maxReducingMs = 10_000
/** Number of events reduced per batch, as each batch copies the list of entries. */
const batchSize = 2_000

/** Reads the chosen bundle; throws a `HostError` if it is invalid. Loads the checks on first use. */
export async function readBundleFile(file: File): Promise<Bundle> {
  if (file.size > maxBundleBytes)
    throw new HostError('unsupported', bundleWords.tooLarge)
  const bytes = await file.arrayBuffer().catch((error: unknown) => {
    throw new HostError('unsupported', bundleWords.unreadable, { cause: error })
  })
  const text = decodeUtf8(bytes)
  const { parseBundle } = await import('../../../shared/bundle/parseBundle')
  await waitForPaint() // from here on, the page is blocked until the file is checked
  const bundle = parseBundle(text)
  ensureShowable(bundle.events)
  return bundle
}

/** Throws if showing these events would block the window for seconds, unlike any thread written by Parley. */
export function ensureShowable(
  events: readonly ThreadEvent[],
  { now = () => performance.now() }: { now?: () => number } = {},
): void {
  const until = now() + maxReducingMs
  let transcript = emptyTranscript
  for (let from = 0; from < events.length; from += batchSize) {
    if (now() > until)
      throw new HostError('unsupported', bundleWords.tooSlow)
    transcript = reduce(transcript, events.slice(from, from + batchSize))
  }
}

/** Throws on invalid UTF-8, which lenient decoding would silently replace. */
function decodeUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  }
  catch (error) {
    throw new HostError('unsupported', bundleWords.notUtf8, { cause: error })
  }
}

/** Resolves after the next paint, or after 200 ms, as a hidden window doesn't paint. */
function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 200)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
