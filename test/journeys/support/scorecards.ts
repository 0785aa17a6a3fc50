import assert from 'node:assert/strict'
import { bodyOf, type Reply } from '../../kit/api.ts'
import { until } from '../../kit/until.ts'
import type { SheetClient } from './tables.ts'

export const aggregation = {
  method: 'weighted_mean',
  required_step_failure_behavior: 'fail',
  pass_threshold: 0.8,
  warn_threshold: 0.6,
}

export const compare = (title: string, left: string, right: string, more: object = {}) => ({
  title,
  primitive_type: 'COMPARE',
  primitive_config: { sources: [left, right], comparison_type: { type: 'STRING' } },
  ...more,
})

/** A step with slow code; `ms` of the row is its duration. */
export const slowly = (ms: number, more: object = {}) => ({
  title: 'slow',
  primitive_type: 'CODE_EXECUTION',
  primitive_config: {
    language: 'JAVASCRIPT',
    code: `const until = Date.now() + ${ms}; while (Date.now() < until) {}; return data["output"] !== "bad"`,
  },
  ...more,
})

/** A client for the scorecard of a sheet. */
export class ScorecardClient {
  readonly sheet: SheetClient

  constructor(sheet: SheetClient) {
    this.sheet = sheet
  }

  get path() {
    return `${this.sheet.path}/scorecard`
  }

  configure(steps: readonly object[], more: object = {}): Promise<Reply> {
    return this.sheet.api.patch(this.path, { name: 'Quality', aggregation, steps, ...more })
  }

  async configured(steps: readonly object[], more: object = {}) {
    return bodyOf(await this.configure(steps, more)).scorecard
  }

  async read() {
    return bodyOf(await this.sheet.api.get(this.path))
  }

  async start(scope: object = {}): Promise<string> {
    return bodyOf(await this.sheet.api.post(`${this.path}/recalculate`, scope), 202).calculation_id
  }

  async calculation(id: string) {
    return bodyOf(await this.sheet.api.get(`${this.path}/calculations/${id}`)).calculation
  }

  /** Waits until the calculation has ended. */
  async ended(id: string) {
    return until(
      () => this.calculation(id),
      (calculation) => !['queued', 'running'].includes(calculation.status),
    )
  }

  async calculated(scope: object = {}) {
    const calculation = await this.ended(await this.start(scope))
    assert.equal(calculation.status, 'completed', JSON.stringify(calculation))
    return calculation
  }

  async rows(query = '') {
    return bodyOf(await this.sheet.api.get(`${this.path}/rows${query}`))
  }

  async row(index: number, query = '') {
    return bodyOf(await this.sheet.api.get(`${this.path}/rows/${index}${query}`))
  }

  async cancel(scope: object = {}) {
    return bodyOf(await this.sheet.api.post(`${this.path}/cancel`, scope))
  }

  /** Waits until this many rows are scored. */
  async scored(rows: number) {
    const { progress } = await until(
      () => this.read(),
      ({ progress }) => progress.scored_rows >= rows,
    )
    return progress
  }
}
