import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ProposedCommand, Rule } from '../../shared/settings/rules'
import type { SettingsPlace } from './settingsPlace'
import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, shallowRef, type ShallowRef } from 'vue'

/** A rule in the form, with all fields as text. */
export interface RuleDraft {
  readonly effect: Rule['effect']
  readonly agentId: string
  readonly folder: string
  /** Subject of the rule. Empty for any. */
  readonly kind: NonNullable<Rule['toolKind']> | ''
  /** A command for rules about commands, otherwise a path pattern. */
  readonly pattern: string
  /** What an allowed command's star covers besides plain words. */
  readonly anyOption: boolean
  readonly anyPlace: boolean
  /** Whether it applies only to commands that Parley runs in the sandbox. */
  readonly isSandboxed: boolean
}

/** Initial content of the dialog "Rules". */
export interface RulesStart {
  /** The rule to edit. Absent for a new one. */
  readonly ruleId?: number
  readonly draft: RuleDraft
  /** The command to propose rules for. */
  readonly command?: ProposedCommand
}

/** The window's dialogs. Each is open while its initial content is set. */
export interface Dialogs {
  readonly newThread: ShallowRef<{
    readonly agentId?: string
    readonly folder?: string
    readonly continued?: ThreadSummary
  } | undefined>
  readonly sessions: ShallowRef<{ readonly from?: { readonly agentId: string, readonly folder: string } } | undefined>
  readonly rules: ShallowRef<RulesStart | undefined>
  readonly isPaletteOpen: ShallowRef<boolean>
  /** Initial content of the search over all threads. */
  readonly search: ShallowRef<{ readonly start?: string, readonly folder?: string } | undefined>
  /** Shows a place in the settings. */
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

/** Provides no dialogs, for an imported thread, to which this machine's rules don't apply. */
export function provideNoDialogs(): void {
  provideLocal(dialogsKey, undefined)
}

/** Returns the dialogs, or `undefined` if none can be opened. */
export function useDialogs(): Dialogs | undefined {
  return injectLocal(dialogsKey, undefined)
}
