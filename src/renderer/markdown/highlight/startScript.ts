import address from './highlightWorker?worker&url'

/** As much of the browser's Trusted Types as is used here: the compiler does not know them yet. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => unknown }
}

/** Starts the worker that colours code. The page's policy lets scripts start by the policy "parley" alone, which knows this one. */
export function startScript(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('parley', { createScriptURL: () => address })
  return new Worker((policy?.createScriptURL(address) ?? address) as string, { type: 'module', name: 'highlighter' })
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
