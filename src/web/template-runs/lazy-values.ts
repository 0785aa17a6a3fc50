import { lazy } from 'react'
import { loadPart } from '../design/index.ts'

/** The controls of `ValueKind`. Few templates have such variables. */
export const lazyValues = {
  media: lazy(async () => ({ default: (await loadPart(() => import('./media-value.tsx'))).MediaValue })),
  messages: lazy(async () => ({
    default: (await loadPart(() => import('./messages-value.tsx'))).MessagesValue,
  })),
}
