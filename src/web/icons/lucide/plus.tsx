import { icon } from '../icon.tsx'

export const Plus = icon(<path d="M5 12h14m-7-7v14" />)
