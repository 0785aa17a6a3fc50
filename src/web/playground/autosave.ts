import { ApiError } from '../api/index.ts'
import { benchOf, contentOf, contentText, type Playground } from './content.ts'
import type { Bench } from './variant.ts'

/** Changes of a saved playground that are not on the server yet, and the version that they were made from. */
export interface Draft {
  readonly base_version: number
  readonly content: unknown
}

export type SaveState =
  | { readonly kind: 'saved' | 'pending' | 'saving' | 'deleted' }
  /** The server did not answer, or is overloaded: the change is sent again. */
  | { readonly kind: 'retrying'; readonly error: Error }
  /** The server refuses this content; the next change is sent again. */
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'conflict'; readonly theirs: Playground }

export interface Ports {
  /** False for a role that may not save: changes stay in this tab. */
  readonly maySave: boolean
  readonly save: (base_version: number, bench: Bench) => Promise<Playground>
  readonly read: () => Promise<Playground>
  readonly keep: (draft: Draft) => void
  readonly drop: () => void
  readonly quietMilliseconds: number
  readonly retryMilliseconds: number
}

export interface Snapshot {
  readonly bench: Bench
  readonly playground: Playground
  readonly state: SaveState
}

/** Saves a playground after each change, and never over the change of another person. */
export class Autosave {
  readonly #ports: Ports
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot
  /** The content of the saved version, as text. */
  #savedText: string
  #timer: ReturnType<typeof setTimeout> | undefined
  /** A later version that arrived while a save was under way. */
  #arrived: Playground | null = null

  /** `bench` is the content that was just saved as this playground. */
  constructor(
    playground: Playground,
    { draft, bench }: { readonly draft?: Draft | null; readonly bench?: Bench },
    ports: Ports,
  ) {
    this.#ports = ports
    const saved = bench ?? benchOf(playground.content)
    this.#savedText = contentText(saved)
    this.#snapshot = { bench: saved, playground, state: { kind: 'saved' } }
    const drafted = draft && benchOf(draft.content)
    if (!ports.maySave || !drafted || contentText(drafted) === this.#savedText) return
    const state: SaveState =
      draft.base_version === playground.version
        ? { kind: 'pending' }
        : { kind: 'conflict', theirs: playground }
    this.#snapshot = { bench: drafted, playground, state }
    if (state.kind === 'pending') this.#schedule(ports.quietMilliseconds)
  }

  readonly snapshot = (): Snapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly change = (bench: Bench): void => {
    const { kind } = this.#snapshot.state
    this.#show({ bench })
    if (!this.#ports.maySave) return
    this.#keep()
    if (kind === 'conflict' || kind === 'deleted' || kind === 'saving') return
    if (!this.#isDirty()) {
      this.#settle()
      return
    }
    this.#show({ state: { kind: 'pending' } })
    this.#schedule(this.#ports.quietMilliseconds)
  }

  /** Takes a version that the server announced. */
  readonly receive = (theirs: Playground): void => {
    const { playground, state } = this.#snapshot
    if (theirs.version <= playground.version) return
    if (state.kind === 'saving') {
      this.#arrived = theirs
      return
    }
    if (!this.#isDirty()) {
      this.#adopt(theirs)
      return
    }
    // If only the name changed, the draft continues from the new version.
    if (JSON.stringify(theirs.content) === JSON.stringify(playground.content)) {
      this.#show({ playground: theirs })
      this.#keep()
      return
    }
    clearTimeout(this.#timer)
    this.#show({ state: { kind: 'conflict', theirs } })
  }

  readonly takeTheirs = (): void => {
    const { state } = this.#snapshot
    if (state.kind === 'conflict') this.#adopt(state.theirs)
  }

  /** Replaces the other person's version, after this person has confirmed. */
  readonly keepMine = (): void => {
    const { state } = this.#snapshot
    if (state.kind !== 'conflict') return
    this.#show({ playground: state.theirs, state: { kind: 'pending' } })
    this.#keep()
    void this.flush()
  }

  readonly markDeleted = (): void => {
    clearTimeout(this.#timer)
    this.#show({ state: { kind: 'deleted' } })
  }

  /** Sends pending changes now. */
  readonly flush = async (): Promise<void> => {
    const { state, bench, playground } = this.#snapshot
    if (!['pending', 'retrying', 'refused'].includes(state.kind) || !this.#isDirty()) return
    clearTimeout(this.#timer)
    this.#show({ state: { kind: 'saving' } })
    try {
      const saved = await this.#ports.save(playground.version, bench)
      this.#savedText = contentText(bench)
      this.#show({ playground: saved, state: { kind: 'pending' } })
      if (this.#isDirty()) {
        this.#keep()
        this.#schedule(this.#ports.quietMilliseconds)
      } else this.#settle()
    } catch (error) {
      await this.#failed(error as Error)
    }
    const arrived = this.#arrived
    this.#arrived = null
    if (arrived) this.receive(arrived)
  }

  async #failed(error: Error): Promise<void> {
    const status = error instanceof ApiError ? error.status : null
    if (status === 404) return this.markDeleted()
    if (status === 409) {
      try {
        const theirs = await this.#ports.read()
        this.#show({ state: { kind: 'conflict', theirs } })
      } catch (failure) {
        this.#retry(failure as Error)
      }
      return
    }
    if (status === null || status === 429 || status >= 500) return this.#retry(error)
    this.#show({ state: { kind: 'refused', error } })
  }

  #retry(error: Error): void {
    this.#show({ state: { kind: 'retrying', error } })
    this.#schedule(this.#ports.retryMilliseconds)
  }

  #adopt(theirs: Playground): void {
    const bench = benchOf(theirs.content, this.#snapshot.bench)
    this.#savedText = contentText(bench)
    this.#show({ bench, playground: theirs })
    this.#settle()
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#ports.drop()
    this.#show({ state: { kind: 'saved' } })
  }

  #keep(): void {
    const { bench, playground } = this.#snapshot
    if (this.#isDirty()) this.#ports.keep({ base_version: playground.version, content: contentOf(bench) })
    else this.#ports.drop()
  }

  #isDirty(): boolean {
    return this.#ports.maySave && contentText(this.#snapshot.bench) !== this.#savedText
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  #show(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}
