import type { Masked, MaskingRun, Profile } from '../engine/masking/index.ts'
import type { WorkspaceId } from './workspace-id.ts'

/** Masks everything that is written to the log and to traces, before it is stored. */
export interface Masking {
  /** The rules that apply to a workspace; null if nothing is masked. A promise if the rules must be read first. */
  maskerOf(workspace: WorkspaceId): Masker | null | Promise<Masker | null>
  /** Masks all texts in a JSON value. Without rules the value is returned as it is. */
  value<T>(workspace: WorkspaceId, value: T): Promise<Masked<T>>
  /** Writes the counts of applied rules that are in memory. */
  flush(): Promise<void>
}

export interface MaskingOptions {
  readonly profile?: Profile
  /** Called for each masked value. Without it, the value is added to the count of its rule. */
  readonly onMatch?: MaskingRun['onMatch']
}

/** Masks with the rules of one workspace. */
export interface Masker {
  /** False: only metadata, tags, tokens and cost are stored. */
  readonly keepsBodies: boolean
  /** Masks a JSON text in slices of a few milliseconds. @throws Refusal `busy` if it takes too long. */
  json(text: string, options?: MaskingOptions): Promise<Masked<string>>
  /** Masks all texts in a JSON value. */
  value<T>(value: T, options?: MaskingOptions): Promise<Masked<T>>
  /**
   * Returns the id of a span or trace, or a pseudonym for it if a rule finds a value in it. Whatever the rule does, equal
   * ids stay equal and different ones different.
   */
  id(id: string, options?: MaskingOptions): Promise<string>
  /** A hash with a key. Without a key, short values such as phone numbers could be found out by trying. */
  hash(text: string): string
}
