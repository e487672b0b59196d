import type { HostErrorCode } from '../../../shared/errors'
import type { Note } from '../evidence'
import type { LedgerCalls } from '../ledgerCalls'

/** The name of a call to a ledger. */
export type LedgerCall = keyof LedgerCalls

/** A message from the host to a ledger's worker. */
export type ToLedger
  /** `at`: the time of sending, in milliseconds since 1970. */
  = | { readonly call: number, readonly name: LedgerCall, readonly params: unknown, readonly at: number }
  /** An event. It gets no response. */
    | { readonly note: Note }
  /** The last message: closes the ledger and exits. */
    | { readonly end: true }

/** A message from a ledger's worker. */
export type FromLedger
  = | { readonly answer: number, readonly result: unknown }
    | { readonly answer: number, readonly error: { readonly code: HostErrorCode, readonly message: string } }
  /** Something in the folder has changed. */
    | { readonly changed: true }
  /** A write by the review, for other ledgers that also record the file. */
    | { readonly note: Extract<Note, { kind: 'write' | 'written' }> }
  /** Stack of an unexpected error, which is a bug. */
    | { readonly fault: string }

/** All calls. The compiler reports missing ones. */
export const ledgerCallNames = Object.keys({
  beginTurn: true,
  abandonTurn: true,
  endTurn: true,
  catchUp: true,
  list: true,
  tally: true,
  read: true,
  decide: true,
  previewReject: true,
  decideAll: true,
  resume: true,
  undoDecision: true,
  lastAct: true,
  undo: true,
  previewRestore: true,
  restore: true,
  claim: true,
  forget: true,
} satisfies Record<LedgerCall, true>) as LedgerCall[] // exactly these keys
