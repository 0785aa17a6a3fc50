import { useEffect, useRef } from 'react'
import { toast } from '../design/index.ts'
import type { Bench } from './variant.ts'

const key = 'galley.playground.brought'

interface Brought {
  readonly bench: Bench
  /** What it is, for people. */
  readonly name: string
}

/** From another screen of this tab: the playground takes it when it opens. */
export const bring = (brought: Brought): void => sessionStorage.setItem(key, JSON.stringify(brought))

/** What was brought takes the place of what was here; that is a press away. */
export function useBrought(bench: Bench, setBench: (bench: Bench) => void): void {
  const before = useRef(bench)
  before.current = bench
  useEffect(() => {
    const text = sessionStorage.getItem(key)
    if (text === null) return
    sessionStorage.removeItem(key)
    const { bench: brought, name } = JSON.parse(text) as Brought
    const was = before.current
    setBench(brought)
    toast(`${name} opened`, { action: { label: 'Undo', onClick: () => setBench(was) } })
  }, [setBench])
}
