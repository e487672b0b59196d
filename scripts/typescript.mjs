// Lets Node run the project's TypeScript directly: `node --import ./scripts/typescript.mjs file.ts`. Node itself strips
// the types; this resolves imports without an extension to `.ts` files.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    // Only for Parley's own files, which import without an extension.
    if (!context.parentURL?.endsWith('.ts') || !/^\.{1,2}\//.test(specifier) || /\.(?:[cm]?[jt]s|json|node)$/.test(specifier))
      return nextResolve(specifier, context)
    return nextResolve(`${specifier}.ts`, context)
  },
})
