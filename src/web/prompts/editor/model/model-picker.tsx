import { Suspense, useState } from 'react'
import { lazyScreen } from '../../../shell/index.ts'
import { PickedModel, type PickerProps, triggerStyle } from './picked-model.tsx'

const ModelSearch = lazyScreen(() => import('./model-search.tsx'), 'ModelSearch')
const preload = () => void ModelSearch.preload?.()?.catch(() => {})

/** Chooses a model of any provider. The search and its list are loaded when the control is first pressed. */
export function ModelPicker(props: PickerProps) {
  const [isUsed, setUsed] = useState(false)
  const closed = (
    <button
      type="button"
      role="combobox"
      id={props.id}
      aria-label={props.label ?? 'Model'}
      aria-expanded={false}
      aria-haspopup="listbox"
      className={triggerStyle}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setUsed(true)}
    >
      <PickedModel {...props} />
    </button>
  )
  if (!isUsed) return closed
  return (
    <Suspense fallback={closed}>
      <ModelSearch {...props} />
    </Suspense>
  )
}
