import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ProposedCommand, Rule } from '../../shared/settings/rules'
import type { SettingsPlace } from './settingsPlace'
import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, shallowRef, type ShallowRef } from 'vue'

/** A rule as the form holds it: everything is text. */
export interface RuleDraft {
  readonly effect: Rule['effect']
  readonly agentId: string
  readonly folder: string
  /** What it is about; empty: anything. */
  readonly kind: NonNullable<Rule['toolKind']> | ''
  /** A command where it is about commands, otherwise a path pattern. */
  readonly pattern: string
  /** What the star of a command that is allowed stands for besides plain words. */
  readonly anyOption: boolean
  readonly anyPlace: boolean
  /** It holds only for what Parley runs in the sandbox. */
  readonly isSandboxed: boolean
}

/** The rule that the dialog "Rules" starts with. */
export interface RulesStart {
  /** The rule that is changed; a new one without. */
  readonly ruleId?: number
  readonly draft: RuleDraft
  /** Rules are proposed for this command. */
  readonly command?: ProposedCommand
}

/**
 * The dialogs of the whole window, which are opened from many places: each is open while it holds what it starts with.
 */
export interface Dialogs {
  readonly newThread: ShallowRef<{
    readonly agentId?: string
    readonly folder?: string
    readonly continued?: ThreadSummary
  } | undefined>
  readonly sessions: ShallowRef<{ readonly from?: { readonly agentId: string, readonly folder: string } } | undefined>
  readonly rules: ShallowRef<RulesStart | undefined>
  readonly isPaletteOpen: ShallowRef<boolean>
  /** The search over all threads, and what it begins with. */
  readonly search: ShallowRef<{ readonly start?: string, readonly folder?: string } | undefined>
  /** Shows a place of the page "Settings". */
  readonly openSettings: (place: SettingsPlace) => void
}

const dialogsKey: InjectionKey<Dialogs | undefined> = Symbol('dialogs')

/** Provides the window's dialogs to descendants. */
export function provideDialogs(openSettings: (place: SettingsPlace) => void): Dialogs {
  const dialogs: Dialogs = {
    newThread: shallowRef(),
    sessions: shallowRef(),
    rules: shallowRef(),
    isPaletteOpen: shallowRef(false),
    search: shallowRef(),
    openSettings,
  }
  provideLocal(dialogsKey, dialogs)
  return dialogs
}

/** For a thread from elsewhere: the rules that it names are not this machine's. */
export function provideNoDialogs(): void {
  provideLocal(dialogsKey, undefined)
}

/** `undefined` where none can be opened. */
export function useDialogs(): Dialogs | undefined {
  return injectLocal(dialogsKey, undefined)
}
