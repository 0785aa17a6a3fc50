import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { runners } from '../../program-paths.ts'
import type { Launch } from './layers/launch.ts'

const { resolve } = createRequire(import.meta.url)
const folderOf = (manifest: string) => dirname(resolve(manifest))
const quickjs = folderOf('quickjs-wasi/package.json')
const pyodide = folderOf('pyodide/package.json')
/** Pyodide imports `ws` when it starts, but never uses it. */
const ws = dirname(createRequire(resolve('pyodide')).resolve('ws/package.json'))

export const javascriptRunner = (): Launch => ({
  entry: runners.javascript,
  arguments: [],
  readable: [runners.folder, quickjs],
})

export const pythonRunner = (snapshot: string | null): Launch => ({
  entry: runners.python,
  arguments: snapshot ? [snapshot] : [],
  readable: [runners.folder, pyodide, ws, ...(snapshot ? [snapshot] : [])],
})

export const snapshotMaker = (): Launch => ({ ...pythonRunner(null), entry: runners.makeSnapshot })
