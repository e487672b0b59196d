// Replaces a program of the project's.
import { plant } from './plant.ts'

plant('projectProgram', 'npx tsc', { 'node_modules/.bin/tsc': '#!/bin/sh\ntouch ../planted\n' })
