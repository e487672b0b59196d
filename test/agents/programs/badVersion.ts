import { serve } from './serve.ts'

serve({ initialize: () => ({ protocolVersion: 999 }) })
