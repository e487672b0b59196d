import { z } from 'zod'

/** What a folder's commands may do beyond reading and working in the thread's folders. */
export const sandboxSchema = z.looseObject({
  /** Reach other machines. */
  network: z.boolean().default(false),
  /** Write below these folders too: whole paths. */
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

/** Whether commands can be put into a sandbox on this machine; if not, why, and what would help. */
export type SandboxAvailability = { readonly works: true } | { readonly works: false, readonly why: string, readonly how: string }

/** How commands of a folder run. */
export interface SandboxSetting {
  /** The folder that it holds for, with all below it. */
  readonly folder: string
  readonly isOn: boolean
  readonly network: boolean
  readonly write: readonly string[]
  readonly availability: SandboxAvailability
}

/** What a sandbox has denied a command, as far as its output tells. */
export type SandboxDenial = 'write' | 'network' | 'rights'

/** That a command ran in a sandbox, and what it met there. */
export interface SandboxedRun {
  readonly network: boolean
  readonly denied: readonly SandboxDenial[]
}
