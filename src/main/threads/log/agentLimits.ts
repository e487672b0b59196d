/**
 * How far an agent can make a thread grow: far above anything honest. Where one of these is reached, the thread says so.
 * What it can make its wire hold is limited in `agents/`.
 */
export const agentLimits = {
  /** Entries and bytes (as they estimateBytes in memory) from one prompt to the next; a replayed session counts as one. */
  turnEntries: 20_000,
  turnBytes: 256 * 1024 * 1024,
  threadEntries: 200_000,
  /** Of one update. */
  updateBytes: 16 * 1024 * 1024,
  /** Of what a question shows: nobody could read more. */
  questionBytes: 4 * 1024 * 1024,
  /** Of a command with its arguments and variables: systems take no longer ones. */
  commandBytes: 256 * 1024,
  textCharacters: 4 * 1024 * 1024,
  /** Base64 of images and the like; larger ones are not shown anyway. */
  blobCharacters: 12 * 1024 * 1024,
} as const

/** Lists by the name that they have in the protocol: how many items are kept, and what they are called. */
export const listLimits: Readonly<Record<string, { readonly most: number, readonly name: string }>> = {
  entries: { most: 500, name: 'plan entries' },
  availableCommands: { most: 1_000, name: 'commands' },
  configOptions: { most: 100, name: 'options' },
  options: { most: 2_000, name: 'values of an option' },
  availableModes: { most: 100, name: 'modes' },
  content: { most: 500, name: 'parts of a tool call' },
  locations: { most: 500, name: 'places of a tool call' },
  summary: { most: 500, name: 'parts of a summary' },
}
/** Any other list, and the fields of an object. */
export const otherListLimit = { most: 10_000, name: 'items of a list' }

/** Texts by their name: how many characters are kept. */
export const textLimits: Readonly<Record<string, number>> = {
  title: 16 * 1024, // some agents put a whole command there
  name: 1_000,
  version: 1_000,
  description: 8 * 1024,
  hint: 1_000,
  currency: 32,
  commandLine: 64 * 1024,
  cwd: 4_096,
}
