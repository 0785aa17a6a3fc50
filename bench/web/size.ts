/** How much data the parts of the bench store. */
export interface Size {
  readonly rows: number
  readonly spans: number
  readonly requests: number
  /** The folder of the kept sets of requests. */
  readonly data: string
}
