import { z } from 'zod'

/** What commands may do in a folder's sandbox, in addition to reading and working in the thread's folders. */
export const sandboxSchema = z.looseObject({
  /** Allow network access. */
  network: z.boolean().default(false),
  /** Additional writable folders: absolute paths. */
  write: z
    .array(
      z
        .string()
        .min(1)
        .max(4096)
        .refine(path => /^(?:\/|[a-z]:[/\\])/i.test(path) && !path.includes('\0'), 'This must be a whole path.'),
    )
    .max(100)
    .default([]),
})

export type SandboxRules = Readonly<z.infer<typeof sandboxSchema>>

/** Whether this machine can sandbox commands; if not, why, and what to do. */
export type SandboxAvailability
  = { readonly works: true }
    | { readonly works: false, readonly why: string, readonly how: string }

/** How commands run in a folder. */
export interface SandboxSetting {
  /** The folder of the setting, which covers its subfolders. */
  readonly folder: string
  /** The setting applies to all scratch folders. */
  readonly isScratch?: true
  readonly isOn: boolean
  readonly network: boolean
  readonly write: readonly string[]
  readonly availability: SandboxAvailability
}

/** What a sandbox denied a command, judging by its output. */
export type SandboxDenial = 'write' | 'network' | 'rights'

/** The sandbox in which a command ran, and what it denied. */
export interface SandboxedRun {
  readonly network: boolean
  readonly denied: readonly SandboxDenial[]
}
