import { canonical } from '../../json/canonical.ts'
import type { Json } from '../../json/json.ts'
import { badField } from '../../refusal.ts'
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

/** A step on the wire; its id is assigned before it is read. */
export interface StepInput {
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
 * Reads one step. `stepTask` checks the config of its primitive.
 * @throws Refusal 'bad_request' that names the step and the field.
 */
export function readStep(input: StepInput, index: number): Step {
  const field = (name: string) => `steps.${index}.${name}`
  const primitive = primitives.find((primitive) => primitive === input.primitive_type)
  if (!primitive)
    throw badField(
      field('primitive_type'),
      `${field('primitive_type')} must be one of ${primitives.join(', ')}`,
    )
  const config = (input.primitive_config ?? {}) as StepConfig
  const adapter = input.score_adapter ?? null
  return {
    id: input.id,
    title: input.title,
    primitive,
    config,
    weight: readWeight(input.weight, field('weight')),
    required: input.required === true,
    thresholds: readThresholds(input.thresholds ?? null, field('thresholds')),
    adapter: readAdapter(adapter, field('score_adapter')),
    configHash: stepHash(primitive, config, adapter as Json),
  }
}

/** Equal for steps that give the same score for the same row; drift compares only such steps. */
function stepHash(primitive: Primitive, config: StepConfig, adapter: Json): string {
  return hash128(canonical([primitive, config, adapter]))
}

/** Differs if a calculation with the scorecard could give another result. */
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
