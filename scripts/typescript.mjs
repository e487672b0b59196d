// Lets Node run the project's TypeScript as it stands: `node --import ./scripts/typescript.mjs file.ts`.
// Node strips the types itself; it only has to be told that an import without an ending may mean a `.ts` file.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    // Packages name their own files as they like: only ours leave the ending out.
    if (!context.parentURL?.endsWith('.ts') || !/^\.{1,2}\//.test(specifier) || /\.(?:[cm]?[jt]s|json|node)$/.test(specifier))
      return nextResolve(specifier, context)
    return nextResolve(`${specifier}.ts`, context)
  },
})
