import type { Masked, MaskingRun, Profile } from '../../engine/masking/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Masks everything that goes into the log and into traces, before it is stored. */
export interface Masking {
  /** The rules in force; null if nothing is masked. A promise only if they must be read. */
  of(workspace: WorkspaceId): Masker | null | Promise<Masker | null>
  /** Masks the texts of a value of JSON; the same value without rules. */
  value<T>(workspace: WorkspaceId, value: T): Promise<Masked<T>>
  /** Writes the counts of rules that are in memory. */
  flush(): Promise<void>
  /** Call after the rules changed. */
  forget(workspace: WorkspaceId): void
}

export interface MaskingOptions {
  readonly profile?: Profile
  /** Called for each masked value instead of counting it. */
  readonly found?: MaskingRun['found']
}

/** Masks by the rules of one workspace. */
export interface Masker {
  /** False: only metadata, tags, tokens and cost are stored. */
  readonly keepsBodies: boolean
  /** Masks a JSON text in slices of a few milliseconds. @throws Refusal `busy` if it takes too long. */
  json(text: string, options?: MaskingOptions): Promise<Masked<string>>
  /** Masks the texts of a value of JSON. */
  value<T>(value: T, options?: MaskingOptions): Promise<Masked<T>>
  /** A keyed hash: without the key, short values such as phone numbers could be tried out. */
  hash(text: string): string
}
