// Changes a file that the makefile takes in.
import { plant } from './plant.ts'

plant('includedMakefile', 'make test', { 'rules.mk': 'test:\n\ttouch ../planted\n' })
