#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled code is kept from one start to the next: a third less time to start, 30 MB less memory, most of it for
// never loading the compiler; so this one file is no TypeScript. The cache lies beside the packages, not in the
// system's shared folder: whoever may write here may change the program anyway. Threads read the variable.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/galley-code')
enableCompileCache()
await import('./main.ts')
