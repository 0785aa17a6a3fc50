/**
 * The answers that writers got, stored outside of the server. Acknowledged writes must be stored once; writes
 * in doubt (without an answer) may be stored once.
 */

export interface Logged {
  readonly marker: string
  readonly id: number
}
export interface Scored {
  readonly request: number
  readonly name: string
  readonly score: number
}
export interface Annotated {
  readonly request: number
  readonly key: string
}
export interface Published {
  readonly marker: string
  readonly prompt: number
  readonly version: number
  readonly versionId: number
}

/**
 * A label that one writer moves. It must point where the last acknowledged move put it, or where a later move
 * in doubt did.
 */
export interface LabelTrail {
  readonly label: number
  readonly prompt: number
  acknowledged: number
  doubtful: number[]
}

export class Journal {
  readonly logged: Logged[] = []
  readonly scored: Scored[] = []
  readonly annotated: Annotated[] = []
  readonly published: Published[] = []
  readonly labels: LabelTrail[] = []
  moves = 0
  /** Markers of writes without an answer. */
  readonly doubtful: string[] = []

  get acknowledged(): number {
    const { logged, scored, annotated, published, moves } = this
    return logged.length + scored.length + annotated.length + published.length + moves
  }
}
