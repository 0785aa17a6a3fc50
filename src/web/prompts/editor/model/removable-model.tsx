import { TipButton } from '../../../design/index.ts'
import { X } from '../../../icons/index.ts'
import { ModelPicker } from './model-picker.tsx'
import type { PickerProps } from './picked-model.tsx'

/** Chooses a model, or removes the chosen one. */
export const RemovableModel = ({ onRemove, ...picker }: PickerProps & { readonly onRemove: () => void }) => (
  <div className="flex items-center gap-1">
    <ModelPicker {...picker} />
    {picker.model && (
      <TipButton tip="Remove model" onClick={onRemove}>
        <X />
      </TipButton>
    )}
  </div>
)
