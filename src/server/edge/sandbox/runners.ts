import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from './job.ts'
import { javascriptRunner, pythonRunner, snapshotMaker } from './launches.ts'
import type { Launch, SandboxLevel } from './layers/launch.ts'
import { guardedNode } from './layers/permission.ts'
import { type Probed, probeLayers } from './layers/probe.ts'
import { limits } from './runner/limits.ts'
import { RunnerProcess } from './runner-process.ts'
import { snapshotFile } from './snapshot.ts'

/** Starts runners with the strongest isolation that works on this machine. */
export class Runners {
  readonly #folder: string
  readonly #allowed: readonly SandboxLevel[]
  #probed: Promise<Probed> | undefined
  #snapshot: Promise<string | null> | undefined

  constructor(folder: string, allowed: readonly SandboxLevel[]) {
    this.#folder = folder
    this.#allowed = allowed
  }

  probed(): Promise<Probed> {
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

  async #probe(): Promise<Probed> {
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

  async #launch(launch: Launch, maximumBody: number, first?: (body: Buffer) => void): Promise<RunnerProcess> {
    const { layer } = await this.probed()
    const command = layer.wrap(launch, guardedNode(launch), this.#jail)
    const runner = new RunnerProcess(command, maximumBody, first)
    await runner.ready
    return runner
  }

  /** An empty folder. A layer mounts a runner's root on it, which only that runner sees. */
  get #jail(): string {
    return join(this.#folder, 'jail')
  }
}
