/**
 * The answers that writers got, kept outside of the server: acknowledged writes must be stored, and those in doubt (without
 * an answer) may be stored, once.
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

/** A label that one writer moves: it is at the last acknowledged move, or at a later one in doubt. */
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
  /** Writes without an answer, by marker. */
  readonly doubtful: string[] = []

  get acknowledged(): number {
    const { logged, scored, annotated, published, moves } = this
    return logged.length + scored.length + annotated.length + published.length + moves
  }
}
