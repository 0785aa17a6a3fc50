import { icon } from '../icon.tsx'

export const CaseSensitive = icon(
  <>
    <path d="m2 16l4.039-9.69a.5.5 0 0 1 .923 0L11 16m11-7v7M3.304 13h6.392" />
    <circle cx="18.5" cy="12.5" r="3.5" />
  </>,
)
