import { type ReactNode, useCallback, useRef } from 'react'
import { InvalidJson } from './invalid-json.ts'

interface Props {
  /** Called with false while the text of a JSON field is invalid. */
  readonly onValidity: (isValid: boolean) => void
  readonly children: ReactNode
}

/** A form with JSON fields; it must not be saved while one of them is invalid. */
export function JsonValidity({ onValidity, children }: Props) {
  const invalid = useRef(new Set<string>()).current
  const report = useCallback(
    (id: string, isInvalid: boolean) => {
      if (isInvalid) invalid.add(id)
      else invalid.delete(id)
      onValidity(invalid.size === 0)
    },
    [invalid, onValidity],
  )
  return <InvalidJson value={report}>{children}</InvalidJson>
}
