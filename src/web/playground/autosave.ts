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
  readonly storeDraft: (draft: Draft) => void
  readonly dropDraft: () => void
  readonly debounceMilliseconds: number
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
  #received: Playground | null = null

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
    if (state.kind === 'pending') this.#schedule(ports.debounceMilliseconds)
  }

  readonly snapshot = (): Snapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly change = (bench: Bench): void => {
    const { kind } = this.#snapshot.state
    this.#update({ bench })
    if (!this.#ports.maySave) return
    this.#storeDraft()
    if (kind === 'conflict' || kind === 'deleted' || kind === 'saving') return
    if (!this.#isDirty()) {
      this.#markSaved()
      return
    }
    this.#update({ state: { kind: 'pending' } })
    this.#schedule(this.#ports.debounceMilliseconds)
  }

  /** Takes a version that the server announced. */
  readonly receive = (theirs: Playground): void => {
    const { playground, state } = this.#snapshot
    if (theirs.version <= playground.version) return
    if (state.kind === 'saving') {
      this.#received = theirs
      return
    }
    if (!this.#isDirty()) {
      this.#adopt(theirs)
      return
    }
    // If only the name changed, the draft continues from the new version.
    if (JSON.stringify(theirs.content) === JSON.stringify(playground.content)) {
      this.#update({ playground: theirs })
      this.#storeDraft()
      return
    }
    clearTimeout(this.#timer)
    this.#update({ state: { kind: 'conflict', theirs } })
  }

  readonly takeTheirs = (): void => {
    const { state } = this.#snapshot
    if (state.kind === 'conflict') this.#adopt(state.theirs)
  }

  /** Replaces the other person's version, after this person has confirmed. */
  readonly keepMine = (): void => {
    const { state } = this.#snapshot
    if (state.kind !== 'conflict') return
    this.#update({ playground: state.theirs, state: { kind: 'pending' } })
    this.#storeDraft()
    void this.flush()
  }

  readonly markDeleted = (): void => {
    clearTimeout(this.#timer)
    this.#update({ state: { kind: 'deleted' } })
  }

  /** Sends pending changes now. */
  readonly flush = async (): Promise<void> => {
    const { state, bench, playground } = this.#snapshot
    if (!['pending', 'retrying', 'refused'].includes(state.kind) || !this.#isDirty()) return
    clearTimeout(this.#timer)
    this.#update({ state: { kind: 'saving' } })
    try {
      const saved = await this.#ports.save(playground.version, bench)
      this.#savedText = contentText(bench)
      this.#update({ playground: saved, state: { kind: 'pending' } })
      if (this.#isDirty()) {
        this.#storeDraft()
        this.#schedule(this.#ports.debounceMilliseconds)
      } else this.#markSaved()
    } catch (error) {
      await this.#handleFailure(error as Error)
    }
    const received = this.#received
    this.#received = null
    if (received) this.receive(received)
  }

  async #handleFailure(error: Error): Promise<void> {
    const status = error instanceof ApiError ? error.status : null
    if (status === 404) return this.markDeleted()
    if (status === 409) {
      try {
        const theirs = await this.#ports.read()
        this.#update({ state: { kind: 'conflict', theirs } })
      } catch (failure) {
        this.#retry(failure as Error)
      }
      return
    }
    if (status === null || status === 429 || status >= 500) return this.#retry(error)
    this.#update({ state: { kind: 'refused', error } })
  }

  #retry(error: Error): void {
    this.#update({ state: { kind: 'retrying', error } })
    this.#schedule(this.#ports.retryMilliseconds)
  }

  #adopt(theirs: Playground): void {
    const bench = benchOf(theirs.content, this.#snapshot.bench)
    this.#savedText = contentText(bench)
    this.#update({ bench, playground: theirs })
    this.#markSaved()
  }

  #markSaved(): void {
    clearTimeout(this.#timer)
    this.#ports.dropDraft()
    this.#update({ state: { kind: 'saved' } })
  }

  #storeDraft(): void {
    const { bench, playground } = this.#snapshot
    if (this.#isDirty())
      this.#ports.storeDraft({ base_version: playground.version, content: contentOf(bench) })
    else this.#ports.dropDraft()
  }

  #isDirty(): boolean {
    return this.#ports.maySave && contentText(this.#snapshot.bench) !== this.#savedText
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  #update(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}
