import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PlaygroundScreen } from './playground-screen.tsx'

/** The playground of this browser, or a saved one. A playground that was just saved stays on screen with its answers. */
export function Playground() {
  const { id } = useSearch({ from: '/playground' })
  const navigate = useNavigate({ from: '/playground' })
  const [shownId, setShownId] = useState(id)
  /** Increases whenever the person goes from a saved playground to a new one. */
  const [generation, setGeneration] = useState(0)
  const [savedHere, setSavedHere] = useState<{ readonly id: number; readonly generation: number }>()
  if (id !== shownId) {
    setShownId(id)
    if (id === undefined) setGeneration(generation + 1)
  }
  const isSavedHere = id !== undefined && id === savedHere?.id
  return (
    <PlaygroundScreen
      key={id === undefined ? `new ${generation}` : isSavedHere ? `new ${savedHere.generation}` : id}
      id={id}
      onSaved={(saved) => {
        setSavedHere({ id: saved, generation })
        void navigate({ search: { id: saved }, replace: id === undefined })
      }}
    />
  )
}
