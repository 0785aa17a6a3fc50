import type { Definition } from '../definition/definition.ts'
import type { Refused } from '../definition/refused.ts'
import type { Selected } from '../graph/drawing.ts'

/** Props of every panel beside the drawing. */
export interface PanelProps {
  readonly definition: Definition
  readonly selected: Selected
  readonly refused: Refused | null
  readonly isEditable: boolean
  readonly onChange: (definition: Definition) => void
  readonly onSelect: (selected: Selected) => void
  readonly onRemove: (selected: NonNullable<Selected>) => void
  /** False while the config of the open node is written as JSON and cannot be read. */
  readonly onValidity: (isValid: boolean) => void
  readonly onClose: () => void
}
