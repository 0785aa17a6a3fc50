import type { Json } from '../../../engine/json/json.ts'
import {
  type Dependency,
  type EvidenceMode,
  type Primitive,
  readStep,
  type Step,
  type Thresholds,
} from '../../../engine/sheet/index.ts'

type JsonRecord = Readonly<Record<string, Json>>

export interface StoredStep {
  readonly id: string
  readonly title: string
  readonly primitive_type: Primitive
  readonly primitive_config: JsonRecord
  /** The columns that titles in the config refer to, by id, so that renaming a column has no effect. */
  readonly dependencies: readonly Dependency[]
  readonly source_column_ids: readonly string[]
  readonly weight: number
  readonly required: boolean
  readonly thresholds: Thresholds
  readonly score_adapter: JsonRecord | null
  readonly description: string | null
  readonly target_column_id: string | null
  readonly evidence_mode: EvidenceMode
  readonly created_at: number
  readonly updated_at: number
}

export const parseSteps = (text: string): StoredStep[] => JSON.parse(text) as StoredStep[]

export const stepOf = (stored: StoredStep, index: number): Step =>
  readStep({ ...stored, thresholds: { ...stored.thresholds } }, index)
