import { config, z } from 'zod'

// Schemas that a page uses: it may not make code out of text, and zod must not even try. Set before the first schema is made.
config({ jitless: true })

export { z }
