import type { Json } from '../../columns/json.ts'
import { canonical } from '../../json/canonical.ts'
import { Refusal } from '../../refusal.ts'
import { hash128 } from '../hash/index.ts'
import {
  type Aggregation,
  type Primitive,
  primitives,
  readAdapter,
  readThresholds,
  readWeight,
  type Step,
  type StepConfig,
} from './step.ts'

/** A step as the wire has it; ids are given before it is read. */
export interface SentStep {
  readonly id: string
  readonly title: string
  readonly primitive_type: string
  readonly primitive_config?: Readonly<Record<string, unknown>> | null
  readonly weight?: unknown
  readonly required?: unknown
  readonly thresholds?: Readonly<Record<string, unknown>> | null
  readonly score_adapter?: Readonly<Record<string, unknown>> | null
}

/**
 * Reads one step. What its primitive makes of the config is checked by `stepTask`.
 * @throws Refusal 'bad_request' that names the step and the field.
 */
export function readStep(sent: SentStep, at: number): Step {
  const field = (name: string) => `steps.${at}.${name}`
  const primitive = primitives.find((one) => one === sent.primitive_type)
  if (!primitive)
    throw new Refusal('bad_request', `${field('primitive_type')} must be one of ${primitives.join(', ')}`, {
      field: field('primitive_type'),
    })
  const config = (sent.primitive_config ?? {}) as StepConfig
  const adapter = sent.score_adapter ?? null
  return {
    id: sent.id,
    title: sent.title,
    primitive,
    config,
    weight: readWeight(sent.weight, field('weight')),
    required: sent.required === true,
    thresholds: readThresholds(sent.thresholds ?? null, field('thresholds')),
    adapter: readAdapter(adapter, field('score_adapter')),
    configHash: stepHash(primitive, config, adapter as Json),
  }
}

/** Equal when two steps give the same score for the same row: what drift may be told across. */
function stepHash(primitive: Primitive, config: StepConfig, adapter: Json): string {
  return hash128(canonical([primitive, config, adapter]))
}

/** Of a whole scorecard: differs when a calculation with it could come to another result. */
export function scorecardHash(steps: readonly Step[], aggregation: Aggregation): string {
  const parts = steps.map(({ id, configHash, weight, required, thresholds }) => [
    id,
    configHash,
    weight,
    required,
    thresholds,
  ])
  return hash128(canonical([parts, aggregation]))
}
