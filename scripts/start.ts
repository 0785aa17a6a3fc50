import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtProgram } from './built-program.ts'

/** `npm start`: builds the server unless it was built from the same sources, and becomes it as the npm package does. */
const launcher = join(await builtProgram('program'), 'lib/start.mjs')
await import(pathToFileURL(launcher).href)
