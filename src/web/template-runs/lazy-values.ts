import { lazy } from 'react'

/** The controls of `ValueKind`. Few templates have such variables. */
export const lazyValues = {
  media: lazy(async () => ({ default: (await import('./media-value.tsx')).MediaValue })),
  messages: lazy(async () => ({ default: (await import('./messages-value.tsx')).MessagesValue })),
}
