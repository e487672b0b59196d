import { config, z } from 'zod'

// For schemas that a page uses: its content security policy forbids code from text, so zod must not try. Set before the first schema.
config({ jitless: true })

export { z }
