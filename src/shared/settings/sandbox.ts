import { z } from 'zod'

/** What a folder's commands may do besides reading and working in the thread's folders. */
export const sandboxSchema = z.looseObject({
  /** Reach other machines. */
  network: z.boolean().default(false),
  /** Write below these folders too: absolute paths. */
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

/** Whether this machine has a sandbox for commands; if not, why, and what to do. */
export type SandboxAvailability = { readonly works: true } | { readonly works: false, readonly why: string, readonly how: string }

/** How commands of a folder run. */
export interface SandboxSetting {
  /** The folder that it applies to, with everything below. */
  readonly folder: string
  /** It applies to all scratch folders. */
  readonly isScratch?: true
  readonly isOn: boolean
  readonly network: boolean
  readonly write: readonly string[]
  readonly availability: SandboxAvailability
}

/** What a sandbox has denied a command, as far as its output shows. */
export type SandboxDenial = 'write' | 'network' | 'rights'

/** The sandbox in which a command ran, and what it denied. */
export interface SandboxedRun {
  readonly network: boolean
  readonly denied: readonly SandboxDenial[]
}
