import { ClickHouseUnavailableError } from './unavailable.ts'

/** Two forms of a query of a copied table. */
export interface Forms<Form> {
  /** Reads each row as it is. Null while a batch is being copied, when a changed row is stored twice. */
  readonly plain: Form | null
  /** Leaves out rows that a batch replaces. Each statement takes some 8 ms more of ClickHouse's processors. */
  readonly exact: Form
  /** False if a batch was started since the view was opened. */
  readonly isUnchanged: () => Promise<boolean>
}

/** Queries of ClickHouse that count each row once. If ClickHouse fails, the database answers. */
export class CopyView<Form> {
  readonly #forms: Forms<Form>
  readonly #recordOutcome: (error: ClickHouseUnavailableError | null) => void
  #isChanged = false

  constructor(
    forms: Forms<Form>,
    /** Called after each query of ClickHouse; with an error if the database answers instead. */
    recordOutcome: (error: ClickHouseUnavailableError | null) => void,
  ) {
    this.#forms = forms
    this.#recordOutcome = recordOutcome
  }

  async query<T>(run: (form: Form) => Promise<T>, queryDatabase: () => Promise<T>): Promise<T> {
    try {
      const answer = await this.#queryClickHouse(run)
      this.#recordOutcome(null)
      return answer
    } catch (error) {
      if (!(error instanceof ClickHouseUnavailableError)) throw error
      this.#recordOutcome(error)
      return queryDatabase()
    }
  }

  async #queryClickHouse<T>(run: (form: Form) => Promise<T>): Promise<T> {
    const { plain, exact, isUnchanged } = this.#forms
    if (plain && !this.#isChanged) {
      const answer = await run(plain)
      if (await isUnchanged()) return answer
      this.#isChanged = true
    }
    return run(exact)
  }
}
