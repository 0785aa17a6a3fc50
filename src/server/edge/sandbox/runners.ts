import { mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runners } from '../../program-paths.ts'
import type { Language } from './job.ts'
import type { Launch, SandboxLevel } from './layers/launch.ts'
import { guardedNode } from './layers/permission.ts'
import { type ProbeResult, probeLayers } from './layers/probe.ts'
import { limits } from './runner/limits.ts'
import { RunnerProcess } from './runner-process.ts'
import { snapshotFile } from './snapshot.ts'
import { Spawner } from './spawner/spawner.ts'

/** Starts runners with the strongest isolation that works on this machine. */
export class Runners {
  readonly #folder: string
  readonly #allowed: readonly SandboxLevel[]
  #probed: Promise<ProbeResult> | undefined
  #snapshot: Promise<string | null> | undefined
  #spawner: Promise<Spawner> | undefined

  constructor(folder: string, allowed: readonly SandboxLevel[]) {
    this.#folder = folder
    this.#allowed = allowed
  }

  probed(): Promise<ProbeResult> {
    this.#probed ??= this.#probe()
    return this.#probed
  }

  async start(language: Language): Promise<RunnerProcess> {
    if (language === 'javascript') return this.#launch(javascriptRunner(), limits.output)
    this.#snapshot ??= this.#makeSnapshot()
    const snapshot = await this.#snapshot
    try {
      return await this.#launch(pythonRunner(snapshot), limits.output)
    } catch (error) {
      if (!snapshot) throw error
      this.#snapshot = Promise.resolve(null)
      // A snapshot of the image cannot be deleted. This process does not use it again.
      await rm(snapshot, { force: true }).catch(() => undefined)
      return this.#launch(pythonRunner(null), limits.output)
    }
  }

  /** Ends the spawner. No runner may be started afterwards. */
  async close(): Promise<void> {
    const spawner = await this.#spawner?.catch(() => undefined)
    await spawner?.close()
  }

  async #probe(): Promise<ProbeResult> {
    await mkdir(this.#jail, { recursive: true })
    return probeLayers(this.#allowed, this.#jail)
  }

  /** Without a snapshot runners start slowly. There is no retry, because it would hardly help. */
  #makeSnapshot(): Promise<string | null> {
    const make = async () => {
      let snapshot: Buffer = Buffer.alloc(0)
      await this.#launch(snapshotMaker(), limits.snapshot, (body) => {
        snapshot = body
      })
      return snapshot
    }
    return snapshotFile(this.#folder, make).catch(() => null)
  }

  async #launch(
    launch: Launch,
    maximumBody: number,
    onReady?: (body: Buffer) => void,
  ): Promise<RunnerProcess> {
    const { layer } = await this.probed()
    this.#spawner ??= this.#startSpawner()
    const spawner = await this.#spawner
    const spawned = await spawner.spawn((parent) =>
      layer.wrap(launch, guardedNode(launch), { jail: this.#jail, parent }),
    )
    const runner = new RunnerProcess(spawned, maximumBody, onReady)
    await runner.ready
    return runner
  }

  /** The spawner starts with the first runner, and again after it has ended. */
  #startSpawner(): Promise<Spawner> {
    const starting = Spawner.start()
    const forget = () => {
      if (this.#spawner === starting) this.#spawner = undefined
    }
    starting.then(({ ended }) => ended).then(forget, forget)
    return starting
  }

  /** An empty folder. A layer mounts a runner's root on it, which only that runner sees. */
  get #jail(): string {
    return join(this.#folder, 'jail')
  }
}

const { resolve } = createRequire(import.meta.url)
const folderOf = (manifest: string) => dirname(resolve(manifest))
const quickjs = folderOf('quickjs-wasi/package.json')
const pyodide = folderOf('pyodide/package.json')
/** Pyodide imports `ws` when it starts, but never uses it. */
const ws = dirname(createRequire(resolve('pyodide')).resolve('ws/package.json'))

const javascriptRunner = (): Launch => ({
  entry: runners.javascript,
  arguments: [],
  readable: [runners.folder, quickjs],
})

const pythonRunner = (snapshot: string | null): Launch => ({
  entry: runners.python,
  arguments: snapshot ? [snapshot] : [],
  readable: [runners.folder, pyodide, ws, ...(snapshot ? [snapshot] : [])],
})

const snapshotMaker = (): Launch => ({ ...pythonRunner(null), entry: runners.makeSnapshot })
